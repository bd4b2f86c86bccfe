package dev.plimsoll.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows a certificate that is replaced while it is used: whoever shakes hands next gets the new one. Before the first one there is nothing
 * to show, and nobody can connect.
 */
public final class ReplaceableKeyManager extends X509ExtendedKeyManager {
    /** The newest first; the one before it is for a handshake that began with it. */
    private volatile List<HeldCertificate> held = List.of();

    private final Runnable beforeHandshake;

    public ReplaceableKeyManager() {
        this(() -> {});
    }

    /**
     * With a look at where certificates come from.
     *
     * @param beforeHandshake called when a handshake is about to choose; it may {@link #replace}
     */
    public ReplaceableKeyManager(Runnable beforeHandshake) {
        this.beforeHandshake = beforeHandshake;
    }

    public void replace(HeldCertificate next) {
        var before = held;
        held = before.isEmpty() ? List.of(next) : List.of(next, before.getFirst());
    }

    private static String alias(HeldCertificate certificate) {
        return certificate.certificate().getSerialNumber().toString(16);
    }

    private @Nullable String alias(String... keyTypes) {
        beforeHandshake.run();
        var known = held;
        if (known.isEmpty()) return null;
        for (var type : keyTypes) {
            if (known.getFirst().key().getAlgorithm().equals(type)) return alias(known.getFirst());
        }
        return null;
    }

    private @Nullable HeldCertificate of(@Nullable String alias) {
        for (var each : held) if (alias(each).equals(alias)) return each;
        return null;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            @Nullable String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return keyType == null ? null : alias(keyType);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String @Nullable [] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return keyTypes == null ? null : alias(keyTypes);
    }

    @Override
    public @Nullable String chooseServerAlias(
            @Nullable String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseEngineServerAlias(keyType, issuers, null);
    }

    @Override
    public @Nullable String chooseClientAlias(
            String @Nullable [] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseEngineClientAlias(keyTypes, issuers, null);
    }

    @Override
    public String @Nullable [] getServerAliases(@Nullable String keyType, Principal @Nullable [] issuers) {
        var alias = keyType == null ? null : alias(keyType);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public String @Nullable [] getClientAliases(@Nullable String keyType, Principal @Nullable [] issuers) {
        return getServerAliases(keyType, issuers);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(@Nullable String alias) {
        var found = of(alias);
        return found == null ? null : found.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(@Nullable String alias) {
        var found = of(alias);
        return found == null ? null : found.key();
    }
}
