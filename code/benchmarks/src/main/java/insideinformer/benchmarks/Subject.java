package insideinformer.benchmarks;

import java.net.URI;

/** What is measured: a library's informer of pods, with a handler that counts. */
interface Subject extends AutoCloseable {

    /** Starts listing and watching; returns at once. */
    void start(URI server, Counts counts) throws Exception;

    /** How many pods its store holds. */
    int stored();

    @Override
    void close() throws Exception;
}
