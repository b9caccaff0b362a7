pdl_interp.func @matcher(%root : !pdl.operation) { 
   %values = pdl_interp.get_operands of %root : !pdl.range<value>
   pdl_interp.foreach %value : !pdl.value in %values {
      pdl_interp.continue
   } -> ^end
^end:
  pdl_interp.finalize }
