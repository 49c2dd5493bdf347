package insideinformer.apiserver.admission;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.store.ObjectStore;

/**
 * A plugin that can change or refuse a write before it is stored.
 *
 * <p>{@link #admit} runs on the thread of the request, and the thread holds no lock of the server. So it may wait, and
 * read and write the store. It runs after defaults and rules and before the object is stored. The write can still fail
 * after that, for example because the name is taken. An update that lost a race against another write is tried again
 * from the newer object and admitted again. A refusal is an {@link ApiException}, mostly {@link Errors#forbidden}; the
 * client gets its status. The server calls {@link #start} once before the first request and {@link #close} once after
 * the last.
 *
 * <p>Upstream: {@code k8s.io/apiserver/pkg/admission}, {@code ValidationInterface}.
 */
public interface Admission extends AutoCloseable {

    /** Lets everything through. */
    Admission NONE = attributes -> {};

    /** Hands over the store. A plugin that has threads of its own starts them here. */
    default void start(ObjectStore store) {}

    /**
     * Fills in what the object leaves open: after the kind's defaults, before its rules are checked and before
     * {@link #admit}. Upstream: {@code MutationInterface}.
     */
    default void mutate(AdmissionAttributes attributes) throws ApiException, InterruptedException {}

    /** Returns to let the write through. */
    void admit(AdmissionAttributes attributes) throws ApiException, InterruptedException;

    /** Ends and joins what {@link #start} started. */
    @Override
    default void close() {}
}
