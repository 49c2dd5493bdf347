package insideinformer.apiserver.faults;

/** A fault that stays in force until it is closed. */
public interface LastingFault extends AutoCloseable {
    @Override
    void close();
}
