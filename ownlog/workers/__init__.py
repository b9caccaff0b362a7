"""Tasks in processes of this machine and on clusters, behind the interface of `concurrent.futures.Executor`."""
