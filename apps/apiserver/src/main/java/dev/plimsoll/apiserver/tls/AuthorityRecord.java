package dev.plimsoll.apiserver.tls;

import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.tls.Pem;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Which certificate authority the cluster of a store has. Servers of one store need the same one: nodes and kubeconfigs of one server
 * would be strangers to another. The first server that keeps its authority leaves the certificate in the store; a later one with another
 * authority does not start.
 */
public final class AuthorityRecord {
    private static final String KEY = "/authority";
    /** Servers that start at the same moment get in each other's way once. */
    private static final int TRIES = 3;

    private final Store store;

    public AuthorityRecord(Store store) {
        this.store = store;
    }

    /** What a server does about its authority. */
    public enum Claim {
        /** It has an authority that it finds again at its next start. */
        KEPT,
        /** It has just made a new authority that takes the place of the one before. */
        REPLACING,
        /** Its authority ends with the process. It must not disturb a cluster that keeps one. */
        PASSING
    }

    /** Why a server with this authority must not serve the store; empty if it may. */
    public Optional<String> problem(X509Certificate own, Claim claim) {
        for (var attempt = 1; ; attempt++) {
            switch (store.get(KEY)) {
                case Lookup.Found(var entry, var _) -> {
                    if (new String(entry.value(), StandardCharsets.US_ASCII).equals(Pem.of(own)))
                        return Optional.empty();
                    if (claim != Claim.REPLACING) return Optional.of(different(entry.value(), own, claim));
                    if (isDone(store.replace(KEY, bytes(own), entry.modRevision()), attempt)) return Optional.empty();
                }
                case Lookup.Absent _ -> {
                    if (claim == Claim.PASSING) return Optional.empty();
                    if (isDone(store.create(KEY, bytes(own)), attempt)) return Optional.empty();
                }
            }
        }
    }

    private static boolean isDone(WriteOutcome outcome, int attempt) {
        if (outcome instanceof WriteOutcome.Written) return true;
        if (attempt == TRIES)
            throw new IllegalStateException("the store cannot be written: " + outcome + "; start again when it can be");
        return false;
    }

    private static byte[] bytes(X509Certificate certificate) {
        return Pem.of(certificate).getBytes(StandardCharsets.US_ASCII);
    }

    private static String different(byte[] recorded, X509Certificate own, Claim claim) {
        var what = "the store belongs to a cluster with another certificate authority (SHA-256 " + fingerprint(recorded)
                + "; this server has " + fingerprint(own) + "): ";
        return claim == Claim.PASSING
                ? what + "give --data DIR with a copy of the folder pki of a server of that cluster"
                : what
                        + "copy the folder pki of a server of that cluster into the data folder. To replace the authority,"
                        + " move the files ca.crt and ca.key away from pki and start once with --new-ca; every kubeconfig,"
                        + " certificate and service account token made before ends with that";
    }

    private static String fingerprint(byte[] pem) {
        try {
            return fingerprint(Pem.certificate(new String(pem, StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            // Somebody else's bytes: they are not this server's authority, whatever they are.
            return "that cannot be read";
        }
    }

    private static String fingerprint(X509Certificate certificate) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
            throw new IllegalStateException("this Java cannot fingerprint a certificate", e);
        }
    }
}
