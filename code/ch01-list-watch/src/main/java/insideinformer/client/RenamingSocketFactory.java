package insideinformer.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Asks every server for the certificate of one given name, whatever name it was connected by: {@code tls-server-name}.
 * OkHttp puts TLS on a socket that is connected already and calls no other method.
 */
final class RenamingSocketFactory extends SSLSocketFactory {

    private final SSLSocketFactory tls;
    private final String name;

    RenamingSocketFactory(SSLSocketFactory tls, String name) {
        this.tls = tls;
        this.name = name;
    }

    @Override
    public Socket createSocket(Socket connected, String host, int port, boolean autoClose) throws IOException {
        return tls.createSocket(connected, name, port, autoClose);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return tls.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return tls.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("connect the socket first");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("connect the socket first");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException("connect the socket first");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("connect the socket first");
    }
}
