package dev.plimsoll.nodeagent.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Who the server is, and whose client certificates it believes. */
public final class ServingTls {
    private static final char[] PASSWORD = {};

    private final SSLContext context;
    private final boolean wantsCertificates;

    private ServingTls(SSLContext context, boolean wantsCertificates) {
        this.context = context;
        this.wantsCertificates = wantsCertificates;
    }

    /**
     * Serves as the owner of a key.
     *
     * @param chain his certificate, then those of its issuers
     * @param clientAuthorities whose client certificates are believed; empty to ask for none
     */
    public static ServingTls of(
            PrivateKey key, List<? extends X509Certificate> chain, List<? extends X509Certificate> clientAuthorities) {
        try {
            var keys = KeyStore.getInstance("PKCS12");
            keys.load(null, null);
            keys.setKeyEntry("server", key, PASSWORD, chain.toArray(Certificate[]::new));
            var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(keys, PASSWORD);
            return of(own.getKeyManagers(), clientAuthorities);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("certificate and key cannot be used", e);
        }
    }

    /**
     * Serves with keys that may change while they are used.
     *
     * @param clientAuthorities whose client certificates are believed; empty to ask for none
     */
    public static ServingTls of(KeyManager[] keys, List<? extends X509Certificate> clientAuthorities) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(keys, trust(clientAuthorities), null);
            return new ServingTls(context, !clientAuthorities.isEmpty());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("certificate and key cannot be used", e);
        }
    }

    private static TrustManager[] trust(List<? extends X509Certificate> authorities)
            throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (var i = 0; i < authorities.size(); i++) store.setCertificateEntry("ca-" + i, authorities.get(i));
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    /** From files in PEM form; the key in PKCS #8. */
    public static ServingTls read(Path certificate, Path key, List<? extends X509Certificate> clientAuthorities)
            throws IOException, GeneralSecurityException {
        return of(key(Files.readString(key)), certificates(Files.readString(certificate)), clientAuthorities);
    }

    /** All certificates of a text in PEM form. */
    public static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
        var found = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
        return found.stream().map(X509Certificate.class::cast).toList();
    }

    private static PrivateKey key(String pem) throws GeneralSecurityException {
        var content = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        var encoded = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(content));
        try {
            return KeyFactory.getInstance("EC").generatePrivate(encoded);
        } catch (GeneralSecurityException _) {
            return KeyFactory.getInstance("RSA").generatePrivate(encoded); // says itself what is wrong if it is neither
        }
    }

    /** For servers that ask for no client certificates. */
    public SSLContext context() {
        return context;
    }

    /** For Jetty. Who shows no certificate may have a token. */
    SslContextFactory.Server factory() {
        var factory = new SslContextFactory.Server();
        factory.setSslContext(context);
        factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        factory.setWantClientAuth(wantsCertificates);
        factory.setSniRequired(false);
        return factory;
    }
}
