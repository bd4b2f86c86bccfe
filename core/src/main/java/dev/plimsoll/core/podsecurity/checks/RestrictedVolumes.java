package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;

/** Volumes are of types that cannot reach the node. */
public final class RestrictedVolumes implements Check {
    private static final Set<String> ALLOWED = Set.of(
            "configMap",
            "csi",
            "downwardAPI",
            "emptyDir",
            "ephemeral",
            "image",
            "persistentVolumeClaim",
            "projected",
            "secret");

    @Override
    public String id() {
        return "restrictedVolumes";
    }

    @Override
    public String replaces() {
        return "hostPathVolumes";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        var names = new ArrayList<String>();
        var types = Wording.sorted();
        for (var volume : pod.volumes()) {
            if (ALLOWED.contains(volume.type())) continue;
            names.add(volume.name());
            types.add(volume.type());
        }
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        "restricted volume types",
                        Wording.plural(names, "volume") + " " + Wording.quoted(names) + " " + Wording.uses(names)
                                + " restricted volume " + Wording.plural(types, "type") + " " + Wording.quoted(types)));
    }
}
