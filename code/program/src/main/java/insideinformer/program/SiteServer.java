package insideinformer.program;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** Serves the book's pages to this machine. */
final class SiteServer implements AutoCloseable {

    private final HttpServer server;

    private SiteServer(HttpServer server) {
        this.server = server;
    }

    /** @throws UserError if the port is taken or the pages are not there */
    static SiteServer start(Path site, int port) throws UserError {
        Path root = site.toAbsolutePath().normalize();
        if (!Files.isRegularFile(root.resolve("index.html"))) {
            throw new UserError(site + ": the book's pages are not there; make site writes them");
        }
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            HttpServer server = SimpleFileServer.createFileServer(address, root, SimpleFileServer.OutputLevel.NONE);
            server.start();
            return new SiteServer(server);
        } catch (UncheckedIOException e) {
            throw new UserError("port %d is taken by another program; choose another one: make run SITE_PORT=%d"
                    .formatted(port, port + 1));
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/index.html");
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
