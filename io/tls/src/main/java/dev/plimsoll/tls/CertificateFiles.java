package dev.plimsoll.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * A certificate and its key in two PEM files. They are read again when one of them has changed: the next TLS handshake shows the new
 * certificate, and nothing runs in the background. A pair that cannot be read, or whose halves do not belong together, is reported, and
 * the earlier one is shown until the files change again.
 */
public final class CertificateFiles {
    private final Path certificate;
    private final Path key;
    private final Consumer<String> problems;
    private final ReplaceableKeyManager keys = new ReplaceableKeyManager(this::refresh);
    private volatile List<Version> read;
    private volatile HeldCertificate current;

    /** What tells one version of a file from the next; all null where there is no file. */
    private record Version(
            @Nullable FileTime modified,
            long size,
            @Nullable Object fileKey) {
        static final Version ABSENT = new Version(null, 0, null);

        static Version of(Path file) {
            try {
                var attributes = Files.readAttributes(file, BasicFileAttributes.class);
                return new Version(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
            } catch (IOException _) {
                // Whoever reads the file next is told why it cannot be read.
                return ABSENT;
            }
        }
    }

    private CertificateFiles(Path certificate, Path key, Consumer<String> problems)
            throws IOException, GeneralSecurityException {
        this.certificate = certificate;
        this.key = key;
        this.problems = problems;
        this.read = versions();
        this.current = pair();
        keys.replace(current);
    }

    /**
     * Reads both files.
     *
     * @param problems told when files have changed and cannot be used
     * @throws GeneralSecurityException if they are not a certificate and its key
     */
    public static CertificateFiles read(Path certificate, Path key, Consumer<String> problems)
            throws IOException, GeneralSecurityException {
        return new CertificateFiles(certificate, key, problems);
    }

    /** Shows the certificate that is in the files. */
    public X509ExtendedKeyManager keys() {
        return keys;
    }

    /** The pair that was read last. */
    public HeldCertificate current() {
        return current;
    }

    private List<Version> versions() {
        return List.of(Version.of(certificate), Version.of(key));
    }

    private HeldCertificate pair() throws IOException, GeneralSecurityException {
        var pair = new HeldCertificate(
                Pem.privateKey(Files.readString(key, StandardCharsets.ISO_8859_1)),
                Pem.certificates(Files.readString(certificate, StandardCharsets.ISO_8859_1)));
        if (!pair.isPair()) throw new GeneralSecurityException(key + " is not the key of " + certificate);
        return pair;
    }

    private void refresh() {
        if (!versions().equals(read)) replace();
    }

    private synchronized void replace() {
        // Before the files are read: what changes after that is noticed next time.
        var seen = versions();
        if (seen.equals(read)) return;
        read = seen;
        try {
            current = pair();
            keys.replace(current);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            problems.accept("the certificate in " + certificate + " with the key in " + key + " cannot be used ("
                    + e.getMessage() + "); the earlier one is shown until the files are mended");
        }
    }
}
