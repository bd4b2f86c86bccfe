package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.Container;

/** What an ephemeral container may not have, its resources and resize policy aside: it visits, it does not serve. */
final class EphemeralRules {
    private static final String REFUSAL = "cannot be set for an Ephemeral Container";

    private EphemeralRules() {}

    static void check(Container container, FieldPath path, FieldErrors found) {
        var details = container.details();
        if (!details.ports().isEmpty()) found.forbidden(path.child("ports"), REFUSAL);
        if (!container.restartPolicy().isEmpty()) found.forbidden(path.child("restartPolicy"), REFUSAL);
        var mounts = details.volumeMounts();
        for (var i = 0; i < mounts.size(); i++) {
            var at = path.child("volumeMounts").index(i);
            if (!mounts.get(i).subPath().isEmpty()) found.forbidden(at.child("subPath"), REFUSAL);
            if (!mounts.get(i).subPathExpr().isEmpty()) found.forbidden(at.child("subPathExpr"), REFUSAL);
        }
    }
}
