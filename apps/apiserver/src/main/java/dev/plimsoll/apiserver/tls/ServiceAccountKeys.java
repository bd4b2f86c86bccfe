package dev.plimsoll.apiserver.tls;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.tls.KeyFile;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The keys of service account tokens: one signs, and all that are accepted verify. While keys are changed the old public key stays
 * among the accepted ones until the last token that it verifies has ended.
 *
 * @param signer the public key of the one that signs; the first of the accepted ones
 */
public record ServiceAccountKeys(PrivateKey secret, TokenKey signer, List<TokenKey> accepted) {
    private static final String SECRET = "sa.key";
    private static final String PUBLIC = "sa.pub";

    public ServiceAccountKeys {
        accepted = List.copyOf(accepted);
    }

    /** For a server that leaves nothing behind. */
    public static ServiceAccountKeys generated() {
        return of(Authority.keys(), List.of());
    }

    private static ServiceAccountKeys of(KeyPair pair, List<TokenKey> others) {
        var signer = TokenKey.of(pair.getPublic());
        return new ServiceAccountKeys(pair.getPrivate(), signer, distinct(signer, others));
    }

    private static List<TokenKey> distinct(TokenKey signer, List<TokenKey> others) {
        var keys = new LinkedHashMap<String, TokenKey>();
        keys.put(signer.id(), signer);
        for (var key : others) keys.putIfAbsent(key.id(), key);
        return List.copyOf(keys.values());
    }

    /**
     * {@code sa.key} signs and {@code sa.pub} verifies; they are made if neither is there. Keys in {@code sa-*.pub} verify too.
     *
     * @throws IllegalArgumentException if the files do not belong together
     */
    static ServiceAccountKeys in(Path folder) throws IOException {
        var secret = folder.resolve(SECRET);
        var verifying = folder.resolve(PUBLIC);
        var older = older(folder);
        if (Files.exists(secret)) {
            var files = new ArrayList<Path>();
            if (Files.exists(verifying)) files.add(verifying);
            files.addAll(older);
            return of(secret, files);
        }
        if (Files.exists(verifying)) {
            throw new IllegalArgumentException(secret + " is missing, but " + verifying
                    + " is there: put the key back, or rename " + verifying
                    + " to sa-old.pub to go on with a new key and still accept the tokens of the old one");
        }
        var made = of(Authority.keys(), keysIn(older));
        // The file of the secret is whole without the other, so that a crash between the two does no harm.
        PrivateFiles.write(secret, Pem.of(made.secret()) + Pem.of(made.signer().key()));
        PrivateFiles.write(verifying, Pem.of(made.signer().key()));
        return made;
    }

    /**
     * Keys in files.
     *
     * @param secret signs; its public key must be among the others, unless it is an RSA key and holds it
     * @param verifying public keys, certificates or private keys in PEM form; each file may hold several
     * @throws IllegalArgumentException if they do not belong together
     */
    public static ServiceAccountKeys of(Path secret, List<Path> verifying) throws IOException {
        var file = KeyFile.read(secret);
        var key = file.privateKey()
                .orElseThrow(() -> new IllegalArgumentException(secret + " holds no private key to sign with"));
        var known = new ArrayList<TokenKey>();
        for (var each : file.publicKeys()) known.add(TokenKey.of(each));
        known.addAll(keysIn(verifying));
        var signer = known.stream()
                .filter(each -> each.belongsTo(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the public key of " + secret
                        + " is missing: name a file that holds it with --service-account-key-file"));
        return new ServiceAccountKeys(key, signer, distinct(signer, known));
    }

    /** The same keys, and more that are accepted. */
    public ServiceAccountKeys accepting(List<Path> verifying) throws IOException {
        var all = new ArrayList<>(accepted);
        all.addAll(keysIn(verifying));
        return new ServiceAccountKeys(secret, signer, distinct(signer, all));
    }

    private static List<TokenKey> keysIn(List<Path> files) throws IOException {
        var keys = new ArrayList<TokenKey>();
        for (var file : files) {
            try {
                for (var key : KeyFile.read(file).publicKeys()) keys.add(TokenKey.of(key));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
            }
        }
        return keys;
    }

    private static List<Path> older(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (var files = Files.newDirectoryStream(folder, "sa-*.pub")) {
            var found = new ArrayList<Path>();
            files.forEach(found::add);
            found.sort(null);
            return found;
        }
    }
}
