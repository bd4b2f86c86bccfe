package dev.plimsoll.kinds.token;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.objects.access.User;

/** What a token says that is kept in a secret; texts are empty where it says nothing. */
public record LegacyTokenClaims(String namespace, String secret, String account, String uid, String subject) {
    private static final String PREFIX = "kubernetes.io/serviceaccount/";

    public static LegacyTokenClaims read(JsonNode claims) {
        return new LegacyTokenClaims(
                text(claims, PREFIX + "namespace"),
                text(claims, PREFIX + "secret.name"),
                text(claims, PREFIX + "service-account.name"),
                text(claims, PREFIX + "service-account.uid"),
                text(claims, "sub"));
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
