package insideinformer.kubeconfig;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is, how to trust it, and how to prove who we are. Immutable. Make one with {@link #of} and change it
 * with the {@code with} methods. The text form shows no secrets.
 *
 * <p>An {@link IllegalArgumentException} refuses a server that is no HTTP address with a host, a certificate without
 * its key or a key without its certificate, an authority together with {@code insecureSkipTlsVerify}, and a proxy that
 * cannot be used. Whether certificates can be used turns out when a client is made.
 *
 * <p>Upstream: {@code client-go rest, Config}.
 *
 * @param server scheme, host, port, and a path if the API does not start at the root; messages show it
 * @param token sent as bearer token; null: none
 * @param tokenFile holds the token; it is read again for every request, because such tokens are replaced, and it goes
 *     before {@code token}
 * @param certificateAuthority PEM certificates that the server's must come from; null: those that Java trusts
 * @param clientCertificate PEM certificate chain that we show; null: none
 * @param clientKey PEM private key of the client certificate
 * @param insecureSkipTlsVerify takes any certificate of the server
 * @param exec a command that gets a token or a client certificate; null: none. It is not run if one is given here
 * @param proxy asked for all connections, with http, https or socks5 as its scheme; null: as Java's properties say
 * @param tlsServerName expected in the server's certificate; null: the host of {@code server}
 */
public record RestConfig(
        URI server,
        @Nullable String token,
        @Nullable Path tokenFile,
        @Nullable String certificateAuthority,
        @Nullable String clientCertificate,
        @Nullable String clientKey,
        boolean insecureSkipTlsVerify,
        @Nullable ExecConfig exec,
        @Nullable URI proxy,
        @Nullable String tlsServerName) {

    private static final Set<String> PROXIES = Set.of("http", "https", "socks5");

    public RestConfig {
        if (!"http".equals(server.getScheme()) && !"https".equals(server.getScheme()) || server.getHost() == null) {
            throw new IllegalArgumentException(
                    "server '" + server + "' is no address of a server; it must look like https://host:6443");
        }
        if ((clientCertificate == null) != (clientKey == null)) {
            throw new IllegalArgumentException("a client certificate and its key must be given together; "
                    + (clientKey == null ? "the key" : "the certificate") + " is missing");
        }
        if (insecureSkipTlsVerify && certificateAuthority != null) {
            throw new IllegalArgumentException("a certificate authority together with insecure-skip-tls-verify is not "
                    + "allowed; leave out one of them");
        }
        if (proxy != null && (proxy.getHost() == null || !PROXIES.contains(String.valueOf(proxy.getScheme())))) {
            throw new IllegalArgumentException("the proxy-url is no address of a proxy; it must look like "
                    + "http://host:3128, https://host:3128 or socks5://host:1080");
        }
        if (proxy != null && "socks5".equals(proxy.getScheme()) && proxy.getUserInfo() != null) {
            throw new IllegalArgumentException("the proxy-url asks for SOCKS with a user, which this program does not "
                    + "do; use an http proxy or leave out the user");
        }
    }

    /**
     * Without credentials, trusting what Java trusts, without a proxy of its own.
     *
     * @throws IllegalArgumentException if the address is not like {@code https://host:6443}
     */
    public static RestConfig of(URI server) {
        return new RestConfig(server, null, null, null, null, null, false, null, null, null);
    }

    public RestConfig withToken(@Nullable String newToken) {
        return new RestConfig(
                server, newToken, tokenFile, certificateAuthority, clientCertificate, clientKey,
                insecureSkipTlsVerify, exec, proxy, tlsServerName);
    }

    public RestConfig withTokenFile(@Nullable Path file) {
        return new RestConfig(
                server, token, file, certificateAuthority, clientCertificate, clientKey,
                insecureSkipTlsVerify, exec, proxy, tlsServerName);
    }

    public RestConfig withCertificateAuthority(@Nullable String pem) {
        return new RestConfig(
                server, token, tokenFile, pem, clientCertificate, clientKey, insecureSkipTlsVerify,
                exec, proxy, tlsServerName);
    }

    /** Shows this certificate. Both are PEM texts, or both are null. */
    public RestConfig withClientCertificate(@Nullable String certificate, @Nullable String key) {
        return new RestConfig(
                server, token, tokenFile, certificateAuthority, certificate, key, insecureSkipTlsVerify,
                exec, proxy, tlsServerName);
    }

    /** Takes any certificate of the server. */
    public RestConfig withInsecureSkipTlsVerify() {
        return new RestConfig(
                server, token, tokenFile, certificateAuthority, clientCertificate, clientKey, true,
                exec, proxy, tlsServerName);
    }

    public RestConfig withExec(@Nullable ExecConfig command) {
        return new RestConfig(
                server, token, tokenFile, certificateAuthority, clientCertificate, clientKey,
                insecureSkipTlsVerify, command, proxy, tlsServerName);
    }

    public RestConfig withProxy(@Nullable URI newProxy) {
        return new RestConfig(
                server, token, tokenFile, certificateAuthority, clientCertificate, clientKey,
                insecureSkipTlsVerify, exec, newProxy, tlsServerName);
    }

    public RestConfig withTlsServerName(@Nullable String name) {
        return new RestConfig(
                server, token, tokenFile, certificateAuthority, clientCertificate, clientKey,
                insecureSkipTlsVerify, exec, proxy, name);
    }

    @Override
    public String toString() {
        String identity = tokenFile != null ? "token from " + tokenFile
                : token != null ? "token"
                : clientCertificate != null ? "client certificate"
                : exec != null ? exec.toString()
                : "anonymous";
        return "RestConfig[" + server + ", " + identity + (insecureSkipTlsVerify ? ", server not verified" : "") + "]";
    }
}
