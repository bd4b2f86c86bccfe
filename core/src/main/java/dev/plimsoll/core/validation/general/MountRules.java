package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.ContainerDetails.VolumeMount;
import dev.plimsoll.core.validation.syntax.PathSyntax;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a container mounts and where. The mount path may be relative and may contain a colon: that is left to the
 * runtime.
 */
final class MountRules {
    private MountRules() {}

    static void check(List<VolumeMount> mounts, Set<String> mountable, FieldPath path, FieldErrors found) {
        var places = new HashSet<String>();
        for (var i = 0; i < mounts.size(); i++) {
            var mount = mounts.get(i);
            var at = path.index(i);
            if (mount.name().isEmpty()) found.required(at.child("name"));
            if (!mountable.contains(mount.name())) found.notFound(at.child("name"), mount.name());
            if (mount.mountPath().isEmpty()) found.required(at.child("mountPath"));
            if (!places.add(mount.mountPath())) {
                found.invalid(at.child("mountPath"), mount.mountPath(), "must be unique");
            }
            subPaths(mount, path, at, found);
        }
    }

    /** Errors of the paths themselves are reported at the list, without the index of the mount. */
    private static void subPaths(VolumeMount mount, FieldPath list, FieldPath at, FieldErrors found) {
        var subPath = mount.subPath();
        var expression = mount.subPathExpr();
        found.misspelled(list.child("subPath"), subPath, PathSyntax.descending(subPath));
        if (!subPath.isEmpty() && !expression.isEmpty()) {
            found.invalid(at.child("subPathExpr"), expression, "subPathExpr and subPath are mutually exclusive");
        }
        found.misspelled(list.child("subPathExpr"), expression, PathSyntax.descending(expression));
    }
}
