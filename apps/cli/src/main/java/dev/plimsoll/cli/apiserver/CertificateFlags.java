package dev.plimsoll.cli.apiserver;

import dev.plimsoll.apiserver.tls.GivenCertificates;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.tls.CertificateFiles;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code plimsoll apiserver} about certificates that it does not make itself, with the names of kube-apiserver. */
final class CertificateFlags {
    @Option(
            names = "--tls-cert-file",
            paramLabel = "FILE",
            description = {
                "Serve with this certificate (PEM, with those of its issuers) instead of one of the server's own authority.",
                "Files that change are read again."
            })
    private @Nullable Path certificate;

    @Option(
            names = "--tls-private-key-file",
            paramLabel = "FILE",
            description = "Key of that certificate (PEM, PKCS #8).")
    private @Nullable Path key;

    @Option(
            names = "--client-ca-file",
            paramLabel = "FILE",
            description = {
                "Believe client certificates that these authorities signed (PEM), beside those of the server's own: CN is the",
                "user, O the groups."
            })
    private @Nullable Path clientAuthorities;

    /** What is wrong with the flags; empty if nothing is. */
    String problem() {
        return (certificate == null) == (key == null)
                ? ""
                : "--tls-cert-file and --tls-private-key-file go together; give both, or none";
    }

    /**
     * The certificates with those that were given.
     *
     * @param problems told when a file has changed and cannot be used
     */
    Pki applied(Pki pki, Consumer<String> problems) throws IOException {
        return pki.with(new GivenCertificates(serving(problems), authorities()));
    }

    private @Nullable CertificateFiles serving(Consumer<String> problems) throws IOException {
        if (certificate == null || key == null) return null;
        try {
            return CertificateFiles.read(certificate, key, problems);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    "--tls-cert-file " + certificate + " and --tls-private-key-file " + key + " cannot be used: "
                            + e.getMessage() + "; give a certificate and its key in PEM form",
                    e);
        }
    }

    private List<X509Certificate> authorities() throws IOException {
        if (clientAuthorities == null) return List.of();
        try {
            var found = Pem.certificates(Files.readAllBytes(clientAuthorities));
            if (found.isEmpty()) throw new GeneralSecurityException("no certificate is in it");
            return found;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    "--client-ca-file " + clientAuthorities + " cannot be used: " + e.getMessage()
                            + "; give certificates in PEM form",
                    e);
        }
    }
}
