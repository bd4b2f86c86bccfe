package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.runtime.ErrorReporter;
import dev.plimsoll.tls.HeldCertificate;
import dev.plimsoll.tls.ReplaceableKeyManager;
import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;

/**
 * An identity in files; a certificate that was renewed is used for the next connection. Certificate and authority change together, at
 * {@link #refresh}, so that API servers are told of a new authority when its certificate is shown first.
 */
public final class FileIdentity implements ServingIdentity {
    private final PemFiles files;
    private final boolean reloads;
    private final Speech speech;
    private final ErrorReporter reporter;
    private final ReplaceableKeyManager keys = new ReplaceableKeyManager();
    private final SSLContext context;
    private volatile Material material;

    private record Material(HeldCertificate certificate, String caBundle) {}

    /** What cannot be read now is an exception; what cannot be read later is told, and the old one stays. */
    public FileIdentity(PemFiles files, boolean reloads, Speech speech, ErrorReporter reporter)
            throws IOException, GeneralSecurityException {
        this.files = files;
        this.reloads = reloads;
        this.speech = speech;
        this.reporter = reporter;
        this.material = read(files);
        keys.replace(material.certificate());
        this.context = Tls.context(new KeyManager[] {keys}, null);
    }

    private static Material read(PemFiles files) throws IOException, GeneralSecurityException {
        var chain = files.chain();
        var pair = new HeldCertificate(files.privateKey(), chain);
        // While only one of two files was replaced.
        if (!pair.isPair()) throw new GeneralSecurityException("the key does not belong to the certificate");
        return new Material(pair, files.caBundle());
    }

    @Override
    public boolean refresh() {
        if (!reloads) return false;
        try {
            var before = material;
            var now = read(files);
            if (now.caBundle().isBlank()) now = new Material(now.certificate(), before.caBundle());
            material = now;
            if (!now.certificate().equals(before.certificate())) keys.replace(now.certificate());
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
}
