package dev.plimsoll.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Makes SSL contexts, and the two things that they are made of. */
public final class Tls {
    /** Key stores stay in memory. */
    private static final char[] PASSWORD = {};

    private Tls() {}

    /**
     * TLS with an identity, or without one.
     *
     * @param keys null to show no certificate
     * @param trust null to trust whom Java trusts
     */
    public static SSLContext context(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(keys, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot use TLS", e);
        }
    }

    /**
     * Shows the certificate of a key.
     *
     * @param chain the certificate, then those of its issuers
     */
    public static KeyManager[] keys(PrivateKey key, List<? extends X509Certificate> chain) {
        try {
            var store = emptyStore();
            store.setKeyEntry("own", key, PASSWORD, chain.toArray(X509Certificate[]::new));
            var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, PASSWORD);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("certificate and key cannot be used", e);
        }
    }

    /** Trusts those whom one of these authorities signed; nobody if there are none. */
    public static TrustManager[] trust(List<? extends X509Certificate> authorities) {
        try {
            var store = emptyStore();
            for (var i = 0; i < authorities.size(); i++) store.setCertificateEntry("ca-" + i, authorities.get(i));
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot check certificates", e);
        }
    }

    /** A key store in memory. */
    public static KeyStore emptyStore() throws GeneralSecurityException {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            return store;
        } catch (IOException e) {
            throw new IllegalStateException("this Java cannot keep keys in memory", e);
        }
    }
}
