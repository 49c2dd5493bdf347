package insideinformer.kubeconfig;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is, how to trust it, and how to prove who we are. Immutable. Its text form shows no secrets.
 *
 * <p>It throws {@link IllegalArgumentException} for a server that is no HTTP address with a host, for a certificate
 * without its key or a key without its certificate, and for an authority that is not to be asked. Whether certificates
 * can be used turns out when a client is made.
 *
 * <p>Upstream: {@code client-go rest, Config}.
 *
 * @param server scheme, host, port, and a path if the API does not start at the root; it appears in messages
 * @param token sent as bearer token; null: none
 * @param tokenFile holds the token, read again for every request because such tokens are replaced; goes before {@code
 *     token}
 * @param certificateAuthority PEM certificates that the server's must come from; null: those that Java trusts
 * @param clientCertificate PEM certificate chain that we show; null: none
 * @param clientKey PEM private key of the client certificate
 * @param insecureSkipTlsVerify takes any server's certificate; an authority cannot be given then
 * @param exec a command that gets a token or a client certificate; null: none. It is not run if this has either already
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

    /** Without a plugin, a proxy, and another name for the server. */
    public RestConfig(
            URI server,
            @Nullable String token,
            @Nullable Path tokenFile,
            @Nullable String certificateAuthority,
            @Nullable String clientCertificate,
            @Nullable String clientKey,
            boolean insecureSkipTlsVerify) {
        this(server, token, tokenFile, certificateAuthority, clientCertificate, clientKey, insecureSkipTlsVerify,
                null, null, null);
    }

    /**
     * Without credentials, trusting what Java trusts.
     *
     * @throws IllegalArgumentException if the address is not like {@code https://host:6443}
     */
    public static RestConfig of(URI server) {
        return new RestConfig(server, null, null, null, null, null, false);
    }

    /** The same server, with a certificate that a plugin got. */
    RestConfig withClientCertificate(String certificate, String key) {
        return new RestConfig(server, token, tokenFile, certificateAuthority, certificate, key, insecureSkipTlsVerify,
                exec, proxy, tlsServerName);
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
