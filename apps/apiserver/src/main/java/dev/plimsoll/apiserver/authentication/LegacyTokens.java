package dev.plimsoll.apiserver.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.access.User;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/**
 * Tokens that are kept in secrets and have no end: good as long as the secret holds them. This server makes none; it takes those that
 * were made elsewhere with a key that it accepts.
 */
final class LegacyTokens {
    static final String ISSUER = "kubernetes/serviceaccount";
    private static final String CLAIM = "kubernetes.io/serviceaccount/";
    private static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";

    private final BoundObjects.Lookup lookup;

    LegacyTokens(BoundObjects.Lookup lookup) {
        this.lookup = lookup;
    }

    /** Of a token whose signature is good. */
    sealed interface Checked {
        record Good(User user) implements Checked {}

        record Bad(String why) implements Checked {}
    }

    Checked check(String token, ObjectNode claims) {
        var namespace = claims.path(CLAIM + "namespace").asText();
        var secretName = claims.path(CLAIM + "secret.name").asText();
        var name = claims.path(CLAIM + "service-account.name").asText();
        var uid = claims.path(CLAIM + "service-account.uid").asText();
        var subject = ServiceAccountTokens.userName(namespace, name);
        if (namespace.isEmpty() || secretName.isEmpty() || name.isEmpty() || uid.isEmpty())
            return new Checked.Bad("claims of a service account are missing");
        if (!claims.path("sub").asText().equals(subject))
            return new Checked.Bad("sub claim does not match the service account");
        var secret = lookup.find(BoundObjects.BoundKind.SECRET, namespace, secretName);
        if (secret.isEmpty() || isInvalidated(secret.get())) return new Checked.Bad("Token has been invalidated");
        if (!holds(secret.get().path("data").path("token"), token))
            return new Checked.Bad("Token does not match server's copy");
        return lookup.find(BoundObjects.BoundKind.SERVICE_ACCOUNT, namespace, name)
                .map(account -> ofAccount(namespace, name, uid, DocumentMetadata.of(account)))
                .orElseGet(() -> new Checked.Bad("serviceaccounts \"" + name + "\" not found"));
    }

    private static Checked ofAccount(String namespace, String name, String uid, DocumentMetadata account) {
        if (account.isBeingDeleted())
            return new Checked.Bad("ServiceAccount " + namespace + "/" + name + " has been deleted");
        return account.uid().equals(uid)
                ? new Checked.Good(ServiceAccountTokens.user(namespace, name, uid, java.util.Map.of()))
                : new Checked.Bad("ServiceAccount UID (" + account.uid() + ") does not match claim (" + uid + ")");
    }

    private static boolean isInvalidated(ObjectNode secret) {
        var metadata = DocumentMetadata.of(secret);
        return metadata.isBeingDeleted() || metadata.path("labels").has(INVALID_SINCE);
    }

    private static boolean holds(JsonNode encoded, String token) {
        try {
            return MessageDigest.isEqual(
                    Base64.getMimeDecoder().decode(encoded.asText()), token.getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
