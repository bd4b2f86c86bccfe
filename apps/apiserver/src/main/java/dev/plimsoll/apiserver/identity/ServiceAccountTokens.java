package dev.plimsoll.apiserver.identity;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Json;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Tokens of service accounts: made and checked with the server's own key, bound to the account's uid. */
public final class ServiceAccountTokens {
    private static final String ISSUER = "https://kubernetes.default.svc.cluster.local";
    private static final String SUBJECT_PREFIX = "system:serviceaccount:";
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    private final PrivateKey key;
    private final PublicKey publicKey;
    private final InstantSource clock;
    private final Accounts accounts;

    public ServiceAccountTokens(PrivateKey key, PublicKey publicKey, InstantSource clock, Accounts accounts) {
        this.key = key;
        this.publicKey = publicKey;
        this.clock = clock;
        this.accounts = accounts;
    }

    /** Tells which accounts there are: a token dies with its account. */
    public interface Accounts {
        /** The uid of an account, or empty if there is none. */
        Optional<String> uid(String namespace, String name);
    }

    /** A token and when it ends. */
    public record Issued(String token, Instant expires) {}

    /** The user that an account is. */
    static String userName(String namespace, String name) {
        return SUBJECT_PREFIX + namespace + ":" + name;
    }

    public Issued issue(String namespace, String name, String uid, List<String> audiences, Duration life) {
        var now = clock.instant();
        var expires = now.plus(life);
        var claims = JsonNodeFactory.instance.objectNode();
        var audience = claims.putArray("aud");
        for (var one : audiences.isEmpty() ? List.of(ISSUER) : audiences) audience.add(one);
        claims.put("exp", expires.getEpochSecond());
        claims.put("iat", now.getEpochSecond());
        claims.put("iss", ISSUER);
        claims.put("nbf", now.getEpochSecond());
        claims.put("sub", userName(namespace, name));
        var bound = claims.putObject("kubernetes.io");
        bound.put("namespace", namespace);
        bound.putObject("serviceaccount").put("name", name).put("uid", uid);
        var header = JsonNodeFactory.instance.objectNode().put("alg", "ES256").put("typ", "JWT");
        var signed = encoded(header) + "." + encoded(claims);
        return new Issued(signed + "." + ENCODER.encodeToString(sign(signed)), expires);
    }

    private static String encoded(ObjectNode part) {
        return ENCODER.encodeToString(Json.bytes(part));
    }

    private byte[] sign(String text) {
        try {
            var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot sign", e);
        }
    }

    /** Whose token it is, or empty if it is not one of ours, has ended, or its account is gone. */
    public Optional<User> verify(String token) {
        var parts = token.split("\\.", -1);
        if (parts.length != 3 || !isOurs(parts)) return Optional.empty();
        try {
            return user(Json.tree(DECODER.decode(parts[1])));
        } catch (IllegalArgumentException | UncheckedIOException | ClassCastException _) {
            return Optional.empty();
        }
    }

    private boolean isOurs(String[] parts) {
        try {
            var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initVerify(publicKey);
            signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
            return signature.verify(DECODER.decode(parts[2]));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return false;
        }
    }

    private Optional<User> user(ObjectNode claims) {
        var now = clock.instant().getEpochSecond();
        if (now >= claims.path("exp").asLong() || now < claims.path("nbf").asLong() - 5) return Optional.empty();
        var bound = claims.path("kubernetes.io");
        var namespace = bound.path("namespace").asText();
        var name = bound.path("serviceaccount").path("name").asText();
        var uid = bound.path("serviceaccount").path("uid").asText();
        if (!accounts.uid(namespace, name).equals(Optional.of(uid))) return Optional.empty();
        return Optional.of(new User(
                userName(namespace, name),
                uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace)));
    }
}
