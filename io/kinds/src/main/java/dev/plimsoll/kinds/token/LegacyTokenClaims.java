package dev.plimsoll.kinds.token;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.access.User;

/** What a token says that is kept in a secret; texts are empty where it says nothing. */
public record LegacyTokenClaims(String namespace, String secret, String account, String uid, String subject) {
    public static final String ISSUER = "kubernetes/serviceaccount";

    private static final String PREFIX = "kubernetes.io/serviceaccount/";

    public static LegacyTokenClaims read(JsonNode claims) {
        return new LegacyTokenClaims(
                text(claims, PREFIX + "namespace"),
                text(claims, PREFIX + "secret.name"),
                text(claims, PREFIX + "service-account.name"),
                text(claims, PREFIX + "service-account.uid"),
                text(claims, "sub"));
    }

    /** Those of a token for an account, which is kept in a secret beside it. */
    public static LegacyTokenClaims of(String namespace, String secret, String account, String uid) {
        return new LegacyTokenClaims(namespace, secret, account, uid, User.nameOfAccount(namespace, account));
    }

    /** The claims as they are signed. */
    public ObjectNode document() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("iss", ISSUER)
                .put(PREFIX + "namespace", namespace)
                .put(PREFIX + "secret.name", secret)
                .put(PREFIX + "service-account.name", account)
                .put(PREFIX + "service-account.uid", uid)
                .put("sub", subject);
    }

    /** Whether it names its account and its secret. */
    public boolean isComplete() {
        return !namespace.isEmpty() && !secret.isEmpty() && !account.isEmpty() && !uid.isEmpty();
    }

    /** Whether its subject is its account. */
    public boolean isConsistent() {
        return subject.equals(User.nameOfAccount(namespace, account));
    }
}
