"""What all passes build and rewrite with: constants, effects, folds, indicators, layouts. No pass is here."""
