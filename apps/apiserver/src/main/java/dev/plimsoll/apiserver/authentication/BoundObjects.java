package dev.plimsoll.apiserver.authentication;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.token.TokenClaims;
import java.time.Instant;
import java.util.Optional;

/** Whether what a token is bound to is still there and still the same: a token ends with its account and with the object. */
public final class BoundObjects {
    private final Lookup lookup;

    BoundObjects(Lookup lookup) {
        this.lookup = lookup;
    }

    /** Kinds that tokens depend on. */
    public enum BoundKind {
        SERVICE_ACCOUNT,
        POD,
        NODE,
        SECRET
    }

    /** Finds objects as they are now; the namespace of a node is empty. */
    public interface Lookup {
        Optional<ObjectNode> find(BoundKind kind, String namespace, String name);
    }

    /**
     * Why the token is no longer good, or empty.
     *
     * @param deadline what was to be gone before this time is gone
     */
    Optional<String> problem(TokenClaims claims, Instant deadline) {
        var account = account(claims, deadline);
        if (account.isPresent()) return account;
        if (claims.secret() != null) {
            var secret = object(BoundKind.SECRET, "secret", claims.namespace(), claims.secret(), deadline);
            if (secret.isPresent()) return secret;
        }
        // The node of a pod is told and not checked: the pod ends with it.
        if (claims.pod() != null) return object(BoundKind.POD, "pod", claims.namespace(), claims.pod(), deadline);
        return claims.node() == null ? Optional.empty() : object(BoundKind.NODE, "node", "", claims.node(), deadline);
    }

    private Optional<String> account(TokenClaims claims, Instant deadline) {
        var name = claims.account().name();
        var found = lookup.find(BoundKind.SERVICE_ACCOUNT, claims.namespace(), name);
        if (found.isEmpty()) return Optional.of("serviceaccounts \"" + name + "\" not found");
        var meta = DocumentMetadata.of(found.get());
        if (isOver(meta, deadline))
            return Optional.of("service account " + claims.namespace() + "/" + name + " has been deleted");
        return meta.uid().equals(claims.account().uid())
                ? Optional.empty()
                : Optional.of("service account UID (" + meta.uid() + ") does not match claim ("
                        + claims.account().uid() + ")");
    }

    private Optional<String> object(
            BoundKind kind, String word, String namespace, TokenClaims.Ref claimed, Instant deadline) {
        var found = lookup.find(kind, namespace, claimed.name());
        if (found.isEmpty() || isOver(DocumentMetadata.of(found.get()), deadline))
            return Optional.of("service account token has been invalidated");
        var uid = DocumentMetadata.of(found.get()).uid();
        return uid.equals(claimed.uid())
                ? Optional.empty()
                : Optional.of(word + " UID (" + uid + ") does not match service account " + word + " ref claim ("
                        + claimed.uid() + ")");
    }

    private static boolean isOver(DocumentMetadata meta, Instant deadline) {
        return meta.deletionTimestamp().map(when -> when.isBefore(deadline)).orElse(false);
    }
}
