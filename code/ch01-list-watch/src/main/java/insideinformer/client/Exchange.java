package insideinformer.client;

import insideinformer.wait.Context;
import okhttp3.Response;

/**
 * An answer whose body has not been read yet. Until it is closed, the end of its context cancels the request, so that a
 * thread that reads the body fails at once.
 */
record Exchange(RestClient client, Response response, Context.Registration contextEnd) implements AutoCloseable {

    @Override
    public void close() {
        contextEnd.close();
        response.close();
        client.released();
    }
}
