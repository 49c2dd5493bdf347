package insideinformer.kubeconfig;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Makes an HTTP client trust the authorities of a {@link RestConfig} and show its client certificate. Upstream: {@code
 * rest.TLSConfigFor}.
 */
final class Tls {

    private static final char[] NO_PASSWORD = {};

    private Tls() {}

    static void apply(RestConfig config, OkHttpClient.Builder http) throws IOException {
        SSLSocketFactory sockets = context(config).getSocketFactory();
        String name = config.tlsServerName();
        try {
            http.sslSocketFactory(name == null ? sockets : new RenamingSocketFactory(sockets, name), trust(config));
        } catch (GeneralSecurityException e) {
            throw unusable(config, e);
        }
        if (config.insecureSkipTlsVerify()) {
            http.hostnameVerifier((host, session) -> true);
        } else if (name != null) {
            HostnameVerifier usual = new OkHttpClient().hostnameVerifier();
            http.hostnameVerifier((host, session) -> usual.verify(name, session));
        }
    }

    static SSLContext context(RestConfig config) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(config), new TrustManager[] {trust(config)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw unusable(config, e);
        }
    }

    private static IOException unusable(RestConfig config, GeneralSecurityException e) {
        return new IOException("the certificates for " + config.server() + " cannot be used: " + e.getMessage(), e);
    }

    private static X509TrustManager trust(RestConfig config) throws GeneralSecurityException, IOException {
        return config.insecureSkipTlsVerify() ? new TrustAnyone() : trustManager(config.certificateAuthority());
    }

    static X509TrustManager trustManager(@Nullable String authority) throws GeneralSecurityException, IOException {
        KeyStore store = null; // Java's own
        if (authority != null) {
            store = emptyStore();
            int number = 0;
            for (Certificate certificate : certificates(authority)) {
                store.setCertificateEntry("authority-" + number++, certificate);
            }
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return (X509TrustManager) factory.getTrustManagers()[0];
    }

    static KeyManager @Nullable [] keyManagers(RestConfig config) throws GeneralSecurityException, IOException {
        if (config.clientCertificate() == null || config.clientKey() == null) {
            return null;
        }
        PrivateKey key = PemKey.parse(config.clientKey());
        KeyStore store = emptyStore();
        store.setKeyEntry(
                "client", key, NO_PASSWORD, certificates(config.clientCertificate()).toArray(new Certificate[0]));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static Collection<? extends Certificate> certificates(String pem) throws GeneralSecurityException {
        Collection<? extends Certificate> certificates = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
        if (certificates.isEmpty()) {
            throw new CertificateException("there is no certificate in an empty text; give PEM");
        }
        return certificates;
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }

    /** Checks nothing, which is what {@code insecure-skip-tls-verify} asks for. */
    private static final class TrustAnyone implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
