package insideinformer.kubeconfig;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.Credentials;
import okhttp3.OkHttpClient;

/**
 * Sends an HTTP client's connections through the proxy of a {@link RestConfig}. If the proxy's scheme is https, the
 * connection to it uses TLS, under the same authority as the server. Upstream: Go's {@code net/http, Transport.Proxy}.
 */
final class Proxies {

    private static final String AUTHORIZATION = "Proxy-Authorization";

    private Proxies() {}

    static void apply(RestConfig config, URI proxy, OkHttpClient.Builder http) throws IOException {
        Proxy.Type type = "socks5".equals(proxy.getScheme()) ? Proxy.Type.SOCKS : Proxy.Type.HTTP;
        String host = proxy.getHost().replaceAll("[\\[\\]]", ""); // around an IPv6 address
        http.proxy(new Proxy(type, InetSocketAddress.createUnresolved(host, port(proxy))));
        if ("https".equals(proxy.getScheme())) {
            http.socketFactory(new OverTls(Tls.context(config).getSocketFactory(), !config.insecureSkipTlsVerify()));
        }
        String user = proxy.getUserInfo();
        if (user == null) {
            return;
        }
        int colon = user.indexOf(':');
        String basic = colon < 0
                ? Credentials.basic(user, "") : Credentials.basic(user.substring(0, colon), user.substring(colon + 1));
        http.proxyAuthenticator((route, response) -> response.request().header(AUTHORIZATION) != null
                ? null : response.request().newBuilder().header(AUTHORIZATION, basic).build());
        if ("http".equals(config.server().getScheme())) { // no tunnel: the proxy reads the request itself
            http.addInterceptor(
                    chain -> chain.proceed(chain.request().newBuilder().header(AUTHORIZATION, basic).build()));
        }
    }

    private static int port(URI proxy) {
        return proxy.getPort() >= 0 ? proxy.getPort() : switch (proxy.getScheme()) {
            case "https" -> 443;
            case "socks5" -> 1080;
            default -> 80;
        };
    }

    /**
     * Makes sockets that speak TLS once they are connected. OkHttp connects them itself and calls no other method. It
     * refuses an {@link SSLSocketFactory} here, so this class shares nothing with {@link RenamingSocketFactory}.
     */
    private static final class OverTls extends SocketFactory {

        private final SSLSocketFactory tls;
        private final boolean verifies;

        OverTls(SSLSocketFactory tls, boolean verifies) {
            this.tls = tls;
            this.verifies = verifies;
        }

        @Override
        public Socket createSocket() throws IOException {
            SSLSocket socket = (SSLSocket) tls.createSocket();
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm(verifies ? "HTTPS" : null);
            socket.setSSLParameters(parameters);
            return socket;
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException("connect the socket afterwards");
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) {
            throw new UnsupportedOperationException("connect the socket afterwards");
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException("connect the socket afterwards");
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
            throw new UnsupportedOperationException("connect the socket afterwards");
        }
    }
}
