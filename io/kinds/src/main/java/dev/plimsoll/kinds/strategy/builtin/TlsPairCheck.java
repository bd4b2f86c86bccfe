package dev.plimsoll.kinds.strategy.builtin;

import dev.plimsoll.tls.HeldCertificate;
import dev.plimsoll.tls.Pem;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why a certificate and a key, both as PEM, cannot be served together; in the words of Kubernetes. */
final class TlsPairCheck {
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";

    private TlsPairCheck() {}

    static Optional<String> problem(String certificate, String key) {
        var ofCertificate = Pem.wholeBlocks(certificate);
        var first = ofCertificate.stream()
                .filter(block -> block.title().equals(CERTIFICATE))
                .findFirst();
        if (first.isEmpty()) return Optional.of(noCertificate(titles(ofCertificate)));
        var ofKey = Pem.wholeBlocks(key);
        var secret = ofKey.stream().filter(block -> isKey(block.title())).findFirst();
        if (secret.isEmpty()) return Optional.of(noKey(titles(ofKey)));
        return pairProblem(first.get(), secret.get());
    }

    private static boolean isKey(String title) {
        return title.equals(KEY) || title.endsWith(" " + KEY);
    }

    private static List<String> titles(List<Pem.Block> blocks) {
        var titles = new ArrayList<String>();
        for (var block : blocks) titles.add(block.title());
        return titles;
    }

    private static String noCertificate(List<String> found) {
        if (found.isEmpty()) return "tls: failed to find any PEM data in certificate input";
        if (found.size() == 1 && found.getFirst().endsWith(KEY)) {
            return "tls: failed to find certificate PEM data in certificate input, but did find a private key; "
                    + "PEM inputs may have been switched";
        }
        return "tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping PEM blocks of the following types: ["
                + String.join(" ", found) + "]";
    }

    private static String noKey(List<String> found) {
        if (found.isEmpty()) return "tls: failed to find any PEM data in key input";
        if (found.size() == 1 && found.getFirst().equals(CERTIFICATE)) {
            return "tls: found a certificate rather than a key in the PEM for the private key";
        }
        return "tls: failed to find PEM block with type ending in \"PRIVATE KEY\" in key input after skipping PEM blocks of the following types: ["
                + String.join(" ", found) + "]";
    }

    private static Optional<String> pairProblem(Pem.Block certificate, Pem.Block key) {
        X509Certificate leaf;
        try {
            leaf = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(certificate.content()));
        } catch (GeneralSecurityException _) {
            return Optional.of("x509: malformed certificate");
        }
        PrivateKey secret;
        try {
            secret = key.privateKey();
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return Optional.of("tls: failed to parse private key");
        }
        if (!secret.getAlgorithm().equals(leaf.getPublicKey().getAlgorithm())) {
            return Optional.of("tls: private key type does not match public key type");
        }
        try {
            return new HeldCertificate(secret, List.of(leaf)).isPair()
                    ? Optional.empty()
                    : Optional.of("tls: private key does not match public key");
        } catch (GeneralSecurityException _) {
            return Optional.of("tls: private key does not match public key");
        }
    }
}
