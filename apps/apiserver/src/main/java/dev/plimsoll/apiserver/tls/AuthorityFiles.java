package dev.plimsoll.apiserver.tls;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.tls.HeldCertificate;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;

/**
 * An authority's certificate and key in a folder. All that it ever signed depends on them, so a lost or damaged file is never
 * replaced in silence.
 *
 * <p>Both are written under other names first, then the key gets its name, then the certificate. A crash in between leaves the
 * certificate's draft beside the key, and the next start completes it.
 */
final class AuthorityFiles {
    private static final String ADVICE =
            ": put both files back from a backup. To begin with a new authority, move what is left of them "
                    + "away and start once with --new-ca; every kubeconfig, certificate and service account token made before ends with that";

    private final Path folder;
    private final Path certificate;
    private final Path certificateDraft;
    private final Path key;
    private final Path keyDraft;

    AuthorityFiles(Path folder) {
        this(folder, "ca");
    }

    /** With names of their own. */
    AuthorityFiles(Path folder, String base) {
        this.folder = folder;
        this.certificate = folder.resolve(base + ".crt");
        this.certificateDraft = folder.resolve("." + base + ".crt.new");
        this.key = folder.resolve(base + ".key");
        this.keyDraft = folder.resolve("." + base + ".key.new");
    }

    /**
     * The authority, or a new one where it is missing or damaged: for one that signs only what is made anew at each start, and that
     * everybody who needs it looks up.
     */
    Authority openOrReplace(String name, Instant now) throws IOException {
        complete();
        if (Files.exists(certificate) && Files.exists(key) && isPair(certificate)) return read();
        Files.deleteIfExists(certificate);
        Files.deleteIfExists(key);
        return create(name, now);
    }

    /**
     * The authority; made if there is none and nothing depends on one.
     *
     * @param hasData whether a server has kept objects beside this folder before
     * @throws IllegalStateException if it is damaged or lost
     */
    Authority open(String name, boolean hasData, Instant now) {
        try {
            complete();
            var hasCertificate = Files.exists(certificate);
            var hasKey = Files.exists(key);
            if (hasCertificate && hasKey) return read();
            if (hasCertificate || hasKey)
                throw refused((hasCertificate ? key : certificate) + " is missing, "
                        + (hasCertificate ? certificate : key) + " is there");
            if (hasData)
                throw refused(certificate + " and " + key + " are missing, but the data folder has been used before");
            return create(name, now);
        } catch (IOException e) {
            throw new IllegalStateException("cannot use " + certificate + " and " + key + " (" + e + ")" + ADVICE, e);
        }
    }

    private static IllegalStateException refused(String what) {
        return new IllegalStateException(what + ADVICE);
    }

    /** Goes on where a crash interrupted {@link #create}. */
    private void complete() throws IOException {
        if (!Files.exists(key) || Files.exists(certificate) || !Files.exists(certificateDraft)) return;
        if (isPair(certificateDraft)) move(certificateDraft, certificate);
    }

    private boolean isPair(Path candidate) throws IOException {
        try {
            return isPair(identity(candidate));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return false;
        }
    }

    private Authority.Identity identity(Path certificateFile) throws IOException, GeneralSecurityException {
        return new Authority.Identity(
                Pem.certificate(Files.readString(certificateFile)), Pem.privateKey(Files.readString(key)));
    }

    private static boolean isPair(Authority.Identity identity) throws GeneralSecurityException {
        return new HeldCertificate(identity.key(), List.of(identity.certificate())).isPair();
    }

    private Authority read() throws IOException {
        try {
            var identity = identity(certificate);
            if (!isPair(identity)) throw refused(key + " is not the key of " + certificate);
            return new Authority(identity);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw refused(certificate + " and " + key + " are not a certificate and its key (" + e.getMessage() + ")");
        }
    }

    /** Makes an authority where there is none. */
    Authority create(String name, Instant now) throws IOException {
        if (Files.exists(certificate) || Files.exists(key))
            throw new IllegalStateException(certificate + " or " + key
                    + " is there already: move both away first, if they are not to be used any more");
        var made = Authority.create(name, now);
        PrivateFiles.createDirectories(folder);
        PrivateFiles.write(keyDraft, Pem.of(made.own().key()));
        PrivateFiles.write(certificateDraft, Pem.of(made.certificate()));
        move(keyDraft, key);
        move(certificateDraft, certificate);
        return made;
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        PrivateFiles.forceName(to);
    }
}
