package dev.plimsoll.apiserver.tls;

import dev.plimsoll.tls.Tls;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * A key with a certificate that is made anew, with a new key, when three quarters of its life are over. Whoever shakes hands first
 * after that gets the new one: nothing restarts, and nothing runs in the background.
 */
public final class RenewedIdentity extends X509ExtendedKeyManager {
    private static final String KEY_TYPE = "EC";

    private final Authority authority;
    private final Function<Instant, Authority.Identity> issuing;
    private final InstantSource clock;
    private volatile Version current;
    /** For a handshake that began with it. */
    private volatile Version previous;

    private record Version(String alias, Authority.Identity identity, Instant from, Instant renewAt) {
        boolean isGood(Instant now) {
            return !now.isBefore(from) && now.isBefore(renewAt);
        }
    }

    RenewedIdentity(Authority authority, Function<Instant, Authority.Identity> issuing, InstantSource clock) {
        this.authority = authority;
        this.issuing = issuing;
        this.clock = clock;
        this.current = version(clock.instant());
        this.previous = current;
    }

    private Version version(Instant now) {
        var identity = issuing.apply(now);
        var from = identity.certificate().getNotBefore().toInstant();
        var life = Duration.between(from, identity.certificate().getNotAfter().toInstant());
        return new Version(
                identity.certificate().getSerialNumber().toString(16),
                identity,
                from,
                from.plus(life.multipliedBy(3).dividedBy(4)));
    }

    private Version now() {
        var known = current;
        return known.isGood(clock.instant()) ? known : renewed();
    }

    private synchronized Version renewed() {
        var now = clock.instant();
        if (current.isGood(now)) return current;
        previous = current;
        current = version(now);
        return current;
    }

    /** The key and certificate to use now. */
    public Authority.Identity identity() {
        return now().identity();
    }

    /** TLS with this identity. */
    public SSLContext context(TrustManager @Nullable [] trust) {
        return Tls.context(new KeyManager[] {this}, trust);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            @Nullable String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return KEY_TYPE.equals(keyType) ? now().alias() : null;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String @Nullable [] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return keyTypes != null && Arrays.asList(keyTypes).contains(KEY_TYPE) ? now().alias() : null;
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
        return KEY_TYPE.equals(keyType) ? new String[] {now().alias()} : null;
    }

    @Override
    public String @Nullable [] getClientAliases(@Nullable String keyType, Principal @Nullable [] issuers) {
        return getServerAliases(keyType, issuers);
    }

    private @Nullable Version of(@Nullable String alias) {
        for (var version : new Version[] {current, previous})
            if (version.alias().equals(alias)) return version;
        return null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(@Nullable String alias) {
        var version = of(alias);
        if (version == null) return null;
        return new X509Certificate[] {version.identity().certificate(), authority.certificate()};
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(@Nullable String alias) {
        var version = of(alias);
        return version == null ? null : version.identity().key();
    }
}
