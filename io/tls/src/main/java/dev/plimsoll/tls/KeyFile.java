package dev.plimsoll.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The keys in a PEM file, in the forms in which Kubernetes keeps those of service accounts. */
public final class KeyFile {
    private final List<PublicKey> publicKeys = new ArrayList<>();
    private final List<PrivateKey> privateKeys = new ArrayList<>();

    private KeyFile() {}

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it holds anything that is no key
     */
    public static KeyFile read(Path path) throws IOException {
        var file = new KeyFile();
        var text = Files.readString(path);
        try {
            for (var block : Pem.blocks(text)) file.add(block);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(path + " holds a key that cannot be read: " + e.getMessage(), e);
        }
        if (file.publicKeys.isEmpty() && file.privateKeys.isEmpty())
            throw new IllegalArgumentException(path + " holds no key in PEM form");
        return file;
    }

    public List<PublicKey> publicKeys() {
        return List.copyOf(publicKeys);
    }

    public Optional<PrivateKey> privateKey() {
        return privateKeys.stream().findFirst();
    }

    private void add(Pem.Block block) throws GeneralSecurityException {
        switch (block.title()) {
            case "PUBLIC KEY" -> publicKeys.add(block.publicKey());
            case "CERTIFICATE" ->
                publicKeys.add(Pem.certificates(block.content()).getFirst().getPublicKey());
            case "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY" -> add(block.privateKey());
            case "EC PARAMETERS" -> {}
            default -> throw new IllegalArgumentException("a block " + block.title());
        }
    }

    private void add(PrivateKey key) throws GeneralSecurityException {
        privateKeys.add(key);
        if (key instanceof RSAPrivateCrtKey rsa) {
            publicKeys.add(KeyFactory.getInstance("RSA")
                    .generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent())));
        }
    }
}
