package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.runtime.ErrorReporter;
import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** An identity in files; a certificate that was renewed is used for the next connection. */
public final class FileIdentity implements ServingIdentity {
    private static final String ALIAS = "webhook";
    private static final byte[] PROBE = {1};

    private final PemFiles files;
    private final boolean reloads;
    private final Speech speech;
    private final ErrorReporter reporter;
    private final SSLContext context;
    private volatile Material material;

    private record Material(PrivateKey key, List<X509Certificate> chain, String caBundle) {}

    /** What cannot be read now is an exception; what cannot be read later is told, and the old one stays. */
    public FileIdentity(PemFiles files, boolean reloads, Speech speech, ErrorReporter reporter)
            throws IOException, GeneralSecurityException {
        this.files = files;
        this.reloads = reloads;
        this.speech = speech;
        this.reporter = reporter;
        this.material = read(files);
        this.context = Tls.context(new KeyManager[] {new Keys()}, null);
    }

    private static Material read(PemFiles files) throws IOException, GeneralSecurityException {
        var chain = files.chain();
        var key = files.privateKey();
        if (!belongs(key, chain.getFirst().getPublicKey())) {
            throw new GeneralSecurityException("the key does not belong to the certificate");
        }
        return new Material(key, chain, files.caBundle());
    }

    /** False while only one of two files was replaced. */
    private static boolean belongs(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        if (!key.getAlgorithm().equals(certified.getAlgorithm())) return false;
        var signature = Signature.getInstance(key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
        signature.initSign(key);
        signature.update(PROBE);
        var signed = signature.sign();
        signature.initVerify(certified);
        signature.update(PROBE);
        return signature.verify(signed);
    }

    @Override
    public boolean refresh() {
        if (!reloads) return false;
        try {
            var before = material;
            var now = read(files);
            if (now.caBundle().isBlank()) now = new Material(now.key(), now.chain(), before.caBundle());
            material = now;
            return !now.caBundle().equals(before.caBundle());
        } catch (IOException | GeneralSecurityException e) {
            reporter.tell("certificate of the webhook: " + e.getMessage());
            return false;
        }
    }

    @Override
    public SSLContext context() {
        return context;
    }

    @Override
    public String caBundle() {
        return material.caBundle();
    }

    @Override
    public Speech speech() {
        return speech;
    }

    private final class Keys extends X509ExtendedKeyManager {
        @Override
        public String @Nullable [] getClientAliases(String type, Principal[] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public String @Nullable [] getServerAliases(String type, Principal[] issuers) {
            return isOf(type) ? new String[] {ALIAS} : null;
        }

        @Override
        public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return isOf(type) ? ALIAS : null;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
            return isOf(type) ? ALIAS : null;
        }

        private boolean isOf(String type) {
            return type.startsWith(material.key().getAlgorithm());
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return material.chain().toArray(X509Certificate[]::new);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return material.key();
        }
    }
}
