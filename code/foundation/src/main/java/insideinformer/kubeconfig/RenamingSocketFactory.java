package insideinformer.kubeconfig;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Asks every server for the certificate of one given name, whatever name the connection was made with. This is the
 * setting {@code tls-server-name}. OkHttp puts TLS on sockets that are connected and calls no other method.
 */
final class RenamingSocketFactory extends SSLSocketFactory {

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*"); // TLS can ask for names only

    private final SSLSocketFactory tls;
    private final String name;

    RenamingSocketFactory(SSLSocketFactory tls, String name) {
        this.tls = tls;
        this.name = name;
    }

    @Override
    public Socket createSocket(Socket connected, String host, int port, boolean autoClose) throws IOException {
        SSLSocket socket = (SSLSocket) tls.createSocket(connected, name, port, autoClose);
        if (!ADDRESS.matcher(name).matches()) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(serverName())); // Java itself leaves out names without a dot
            socket.setSSLParameters(parameters);
        }
        return socket;
    }

    private SNIHostName serverName() throws IOException {
        try {
            return new SNIHostName(name);
        } catch (IllegalArgumentException e) {
            throw new IOException("tls-server-name '" + name + "' is no name of a host; correct it", e);
        }
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
