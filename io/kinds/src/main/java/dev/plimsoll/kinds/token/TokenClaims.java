package dev.plimsoll.kinds.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.access.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a token of a service account says; times are seconds of the epoch.
 *
 * @param warnAfter when its bearer should have fetched another; 0 if that is when it ends
 */
public record TokenClaims(
        String id,
        List<String> audiences,
        String namespace,
        Ref account,
        @Nullable Ref pod,
        @Nullable Ref node,
        @Nullable Ref secret,
        long issuedAt,
        long notBefore,
        long expires,
        long warnAfter) {
    private static final String PRIVATE = "kubernetes.io";

    public TokenClaims {
        audiences = List.copyOf(audiences);
    }

    /** An object that the token is bound to; the uid is empty if it is not known. */
    public record Ref(String name, String uid) {
        static Optional<Ref> read(JsonNode node) {
            var name = node.path("name").asText();
            return name.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Ref(name, node.path("uid").asText()));
        }

        private void write(ObjectNode parent, String field) {
            var node = parent.putObject(field).put("name", name);
            if (!uid.isEmpty()) node.put("uid", uid);
        }
    }

    /** The user name of the account. */
    public String subject() {
        return User.nameOfAccount(namespace, account.name());
    }

    /** The claims as they are signed. */
    public ObjectNode document(String issuer) {
        var claims = JsonNodeFactory.instance.objectNode();
        var aud = claims.putArray("aud");
        audiences.forEach(aud::add);
        claims.put("exp", expires);
        claims.put("iat", issuedAt);
        claims.put("iss", issuer);
        claims.put("jti", id);
        var bound = claims.putObject(PRIVATE);
        bound.put("namespace", namespace);
        if (node != null) node.write(bound, "node");
        if (pod != null) pod.write(bound, "pod");
        if (secret != null) secret.write(bound, "secret");
        account.write(bound, "serviceaccount");
        if (warnAfter > 0) bound.put("warnafter", warnAfter);
        claims.put("nbf", notBefore);
        claims.put("sub", subject());
        return claims;
    }

    /** The claims of a token that was verified; empty if they are not those of a service account. */
    public static Optional<TokenClaims> read(ObjectNode claims) {
        var bound = claims.path(PRIVATE);
        var account = Ref.read(bound.path("serviceaccount"));
        var namespace = bound.path("namespace").asText();
        if (account.isEmpty() || namespace.isEmpty()) return Optional.empty();
        var read = new TokenClaims(
                claims.path("jti").asText(),
                audiences(claims.path("aud")),
                namespace,
                account.get(),
                Ref.read(bound.path("pod")).orElse(null),
                Ref.read(bound.path("node")).orElse(null),
                Ref.read(bound.path("secret")).orElse(null),
                claims.path("iat").asLong(),
                claims.path("nbf").asLong(),
                claims.path("exp").asLong(),
                bound.path("warnafter").asLong());
        return claims.path("sub").asText().equals(read.subject()) ? Optional.of(read) : Optional.empty();
    }

    /** Who made a token, of claims that need not be those of a service account. */
    public static String issuer(JsonNode claims) {
        return claims.path("iss").asText();
    }

    /** Whom a token is for. */
    public static List<String> audiencesOf(JsonNode claims) {
        return audiences(claims.path("aud"));
    }

    /** A single audience need not be a list. */
    private static List<String> audiences(JsonNode aud) {
        if (aud.isTextual()) return List.of(aud.asText());
        var audiences = new ArrayList<String>();
        for (var each : aud) audiences.add(each.asText());
        return audiences;
    }
}
