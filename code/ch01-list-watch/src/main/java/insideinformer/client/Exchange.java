package insideinformer.client;

import insideinformer.wait.Context;
import okhttp3.Call;
import okhttp3.Response;

/**
 * A request on its way with the answer whose body is still to be read; the end of the context cancels it until closed.
 */
record Exchange(RestClient client, Call call, Response response, Context.Registration contextEnd)
        implements AutoCloseable {

    /** Quick, and from any thread: whoever reads the body fails at once. */
    void cancel() {
        call.cancel();
    }

    @Override
    public void close() {
        contextEnd.close();
        response.close();
        client.released();
    }
}
