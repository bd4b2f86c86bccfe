package dev.plimsoll.apiserver.authentication;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.tls.ServiceAccountKeys;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.token.LegacyTokenClaims;
import dev.plimsoll.objects.SecretObject;
import dev.plimsoll.objects.access.User;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;

/**
 * Tokens that are kept in secrets and have no end: good as long as the secret holds them. A controller puts them there; the server
 * takes them if a key that it accepts has signed them.
 */
public final class LegacyTokens {
    private static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";

    private final BoundObjects.Lookup lookup;

    LegacyTokens(BoundObjects.Lookup lookup) {
        this.lookup = lookup;
    }

    /** Signs claims with the key of the server's tokens; for the controller that fills secrets. */
    public static String sign(LegacyTokenClaims claims, ServiceAccountKeys keys) {
        return Jwt.sign(claims.document(), keys);
    }

    /** Of a token whose signature is good. */
    sealed interface Checked {
        record Good(User user) implements Checked {}

        record Bad(String why) implements Checked {}
    }

    Checked check(String token, ObjectNode signed) {
        var claims = LegacyTokenClaims.read(signed);
        if (!claims.isComplete()) return new Checked.Bad("claims of a service account are missing");
        if (!claims.isConsistent()) return new Checked.Bad("sub claim does not match the service account");
        var namespace = claims.namespace();
        var secret = lookup.find(BoundObjects.BoundKind.SECRET, namespace, claims.secret());
        if (secret.isEmpty() || isInvalidated(secret.get())) return new Checked.Bad("Token has been invalidated");
        if (!holds(secret.get(), token)) return new Checked.Bad("Token does not match server's copy");
        return lookup.find(BoundObjects.BoundKind.SERVICE_ACCOUNT, namespace, claims.account())
                .map(account -> ofAccount(claims, DocumentMetadata.of(account)))
                .orElseGet(() -> new Checked.Bad("serviceaccounts \"" + claims.account() + "\" not found"));
    }

    private static Checked ofAccount(LegacyTokenClaims claims, DocumentMetadata account) {
        if (account.isBeingDeleted())
            return new Checked.Bad(
                    "ServiceAccount " + claims.namespace() + "/" + claims.account() + " has been deleted");
        return account.uid().equals(claims.uid())
                ? new Checked.Good(User.ofAccount(claims.namespace(), claims.account(), claims.uid(), Map.of()))
                : new Checked.Bad(
                        "ServiceAccount UID (" + account.uid() + ") does not match claim (" + claims.uid() + ")");
    }

    private static boolean isInvalidated(ObjectNode secret) {
        var metadata = DocumentMetadata.of(secret);
        return metadata.isBeingDeleted() || metadata.hasLabel(INVALID_SINCE);
    }

    private static boolean holds(ObjectNode secret, String token) {
        return new SecretObject(secret)
                .bytes("token")
                .filter(held -> MessageDigest.isEqual(held, token.getBytes(StandardCharsets.UTF_8)))
                .isPresent();
    }
}
