// Declarations without a body, as those in quotasync.go, need a file of assembly beside them.
