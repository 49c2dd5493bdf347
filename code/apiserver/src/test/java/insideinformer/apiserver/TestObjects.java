package insideinformer.apiserver;

/** Bodies that tests send. */
final class TestObjects {

    private TestObjects() {}

    static String pod(String name) {
        return "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"lantern/cart:1\"}]}}";
    }
}
