package insideinformer.client;

import java.net.URI;
import java.nio.file.Path;
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
 */
public record RestConfig(
        URI server,
        @Nullable String token,
        @Nullable Path tokenFile,
        @Nullable String certificateAuthority,
        @Nullable String clientCertificate,
        @Nullable String clientKey,
        boolean insecureSkipTlsVerify) {

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
    }

    /**
     * Without credentials, trusting what Java trusts.
     *
     * @throws IllegalArgumentException if the address is not like {@code https://host:6443}
     */
    public static RestConfig of(URI server) {
        return new RestConfig(server, null, null, null, null, null, false);
    }

    @Override
    public String toString() {
        String identity = tokenFile != null ? "token from " + tokenFile
                : token != null ? "token"
                : clientCertificate != null ? "client certificate"
                : "anonymous";
        return "RestConfig[" + server + ", " + identity + (insecureSkipTlsVerify ? ", server not verified" : "") + "]";
    }
}
