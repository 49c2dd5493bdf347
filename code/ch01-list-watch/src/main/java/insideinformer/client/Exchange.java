package insideinformer.client;

import insideinformer.wait.Context;
import okhttp3.Call;
import okhttp3.Response;

/**
 * An answer whose body has not been read yet. Until it is closed, the end of its context cancels the request.
 */
record Exchange(RestClient client, Call call, Response response, Context.Registration contextEnd)
        implements AutoCloseable {

    /** Makes the thread that reads the body fail at once. Any thread can call this, and it is quick. */
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
