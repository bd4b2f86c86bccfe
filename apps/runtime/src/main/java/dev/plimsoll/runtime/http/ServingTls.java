package dev.plimsoll.runtime.http;

import dev.plimsoll.tls.CertificateFiles;
import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Who a server is, whose client certificates it believes, and which versions of TLS it speaks. */
public final class ServingTls {
    private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    private final SSLContext context;
    private final boolean wantsCertificates;
    private final List<String> protocols;
    private final List<String> ciphers;

    private ServingTls(SSLContext context, boolean wantsCertificates, List<String> protocols, List<String> ciphers) {
        this.context = context;
        this.wantsCertificates = wantsCertificates;
        this.protocols = List.copyOf(protocols);
        this.ciphers = List.copyOf(ciphers);
    }

    /** With a context that somebody else made; client certificates are not asked for. */
    public static ServingTls of(SSLContext context) {
        return of(context, PROTOCOLS, List.of());
    }

    /**
     * The same with a choice of what is spoken, by the names that Java has for it.
     *
     * @param ciphers empty for those that Java speaks
     */
    public static ServingTls of(SSLContext context, List<String> protocols, List<String> ciphers) {
        return new ServingTls(context, false, protocols, ciphers);
    }

    /**
     * Serves as the owner of a key.
     *
     * @param chain his certificate, then those of its issuers
     * @param clientAuthorities whose client certificates are believed; empty to ask for none
     */
    public static ServingTls of(
            PrivateKey key, List<? extends X509Certificate> chain, List<? extends X509Certificate> clientAuthorities) {
        return of(Tls.keys(key, chain), clientAuthorities);
    }

    /**
     * Serves with keys that may change while they are used.
     *
     * @param clientAuthorities whose client certificates are believed; empty to ask for none
     */
    public static ServingTls of(KeyManager[] keys, List<? extends X509Certificate> clientAuthorities) {
        var context = Tls.context(keys, Tls.trust(clientAuthorities));
        return new ServingTls(context, !clientAuthorities.isEmpty(), PROTOCOLS, List.of());
    }

    /**
     * From files in PEM form, which are read again when they change.
     *
     * @param problems told when files have changed and cannot be used
     */
    public static ServingTls read(
            Path certificate, Path key, List<? extends X509Certificate> clientAuthorities, Consumer<String> problems)
            throws IOException, GeneralSecurityException {
        var files = CertificateFiles.read(certificate, key, problems);
        return of(new KeyManager[] {files.keys()}, clientAuthorities);
    }

    /** For clients of tests, and for other servers. */
    public SSLContext context() {
        return context;
    }

    /** For Jetty. Who shows no certificate may have a token. */
    SslContextFactory.Server factory() {
        var factory = new SslContextFactory.Server();
        factory.setSslContext(context);
        factory.setIncludeProtocols(protocols.toArray(String[]::new));
        if (!ciphers.isEmpty()) {
            // Exactly those; Jetty would leave out what it thinks weak.
            factory.setExcludeCipherSuites();
            factory.setIncludeCipherSuites(ciphers.toArray(String[]::new));
        }
        factory.setWantClientAuth(wantsCertificates);
        factory.setSniRequired(false);
        return factory;
    }
}
