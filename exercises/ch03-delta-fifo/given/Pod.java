/** A pod of Lantern's, as far as the queue looks at it. Its name is its key. Given: nothing to do here. */
record Pod(String name, int version) {}
