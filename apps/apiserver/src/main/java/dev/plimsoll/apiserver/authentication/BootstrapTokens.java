package dev.plimsoll.apiserver.authentication;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.SecretObject;
import dev.plimsoll.objects.access.User;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tokens with which a machine asks for its first certificate: {@code ID.SECRET}, kept in the secret {@code bootstrap-token-ID} of the
 * namespace {@code kube-system}. Nothing is remembered, so that a token ends with its secret.
 */
public final class BootstrapTokens {
    private static final Pattern FORM = Pattern.compile("([a-z0-9]{6})\\.([a-z0-9]{16})");
    private static final Pattern GROUP = Pattern.compile("system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]");
    private static final String NAMESPACE = "kube-system";
    private static final String NAME_PREFIX = "bootstrap-token-";
    private static final String TYPE = "bootstrap.kubernetes.io/token";
    private static final String USER_PREFIX = "system:bootstrap:";
    private static final String ALL = "system:bootstrappers";

    private final BoundObjects.Lookup lookup;
    private final InstantSource clock;

    public BootstrapTokens(BoundObjects.Lookup lookup, InstantSource clock) {
        this.lookup = lookup;
        this.clock = clock;
    }

    /** For a server that takes none. */
    public static BootstrapTokens none() {
        return new BootstrapTokens((_, _, _) -> Optional.empty(), InstantSource.system());
    }

    /** Whose token it is; empty if it is none of these, or no longer good. */
    Optional<User> user(String token) {
        var form = FORM.matcher(token);
        if (!form.matches()) return Optional.empty();
        var id = form.group(1);
        return lookup.find(BoundObjects.BoundKind.SECRET, NAMESPACE, NAME_PREFIX + id)
                .filter(secret -> isGood(secret, id, form.group(2)))
                .flatMap(secret -> groups(new SecretObject(secret)))
                .map(groups -> new User(USER_PREFIX + id, "", groups));
    }

    private boolean isGood(ObjectNode document, String id, String shown) {
        var secret = new SecretObject(document);
        return secret.type().equals(TYPE)
                && !DocumentMetadata.of(document).isBeingDeleted()
                && secret.text("token-id").filter(id::equals).isPresent()
                && secret.text("token-secret").filter(held -> same(held, shown)).isPresent()
                && secret.text("usage-bootstrap-authentication")
                        .filter("true"::equals)
                        .isPresent()
                && secret.text("expiration").map(this::isAhead).orElse(true);
    }

    /** Takes the same time wherever the first difference is. */
    private static boolean same(String held, String shown) {
        return MessageDigest.isEqual(held.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }

    /** A time that cannot be read is over. */
    private boolean isAhead(String expiration) {
        try {
            Instant end = OffsetDateTime.parse(expiration).toInstant();
            return clock.instant().isBefore(end);
        } catch (DateTimeException _) {
            return false;
        }
    }

    /** Empty if the secret names a group that tokens cannot give. */
    private static Optional<List<String>> groups(SecretObject secret) {
        var groups = new ArrayList<String>();
        groups.add(ALL);
        for (var each : secret.text("auth-extra-groups").orElse("").split(",", -1)) {
            if (each.isEmpty()) continue;
            if (!GROUP.matcher(each).matches()) return Optional.empty();
            groups.add(each);
        }
        return Optional.of(List.copyOf(groups));
    }
}
