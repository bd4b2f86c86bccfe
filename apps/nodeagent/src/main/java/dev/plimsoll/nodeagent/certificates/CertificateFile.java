package dev.plimsoll.nodeagent.certificates;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.tls.HeldCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Optional;

/** A certificate and its key in one file, which is replaced as a whole and which only its owner can read. */
public record CertificateFile(Path path) {
    private static final String CLIENT = "kubelet-client-current.pem";
    private static final String SERVING = "kubelet-server-current.pem";

    /** What a node shows to the API server. */
    public static CertificateFile client(Path folder) {
        return new CertificateFile(folder.resolve(CLIENT).toAbsolutePath());
    }

    /** What a node serves with. */
    public static CertificateFile serving(Path folder) {
        return new CertificateFile(folder.resolve(SERVING).toAbsolutePath());
    }

    /**
     * What it holds; empty where there is no file.
     *
     * @throws IOException if there is one that cannot be used
     */
    public Optional<HeldCertificate> read() throws IOException {
        if (!Files.exists(path)) return Optional.empty();
        try {
            return Optional.of(HeldCertificate.read(Files.readString(path, StandardCharsets.ISO_8859_1)));
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    path + " holds no certificate with its key: " + e.getMessage()
                            + "; put it back, or remove it to ask for a new one",
                    e);
        }
    }

    /** What it holds, if that is good now. */
    public Optional<HeldCertificate> readGood(Instant now) throws IOException {
        return read().filter(held -> held.validity().contains(now));
    }

    void write(HeldCertificate certificate) throws IOException {
        var folder = path.getParent();
        if (folder != null) PrivateFiles.createDirectories(folder);
        PrivateFiles.write(path, certificate.pem());
    }
}
