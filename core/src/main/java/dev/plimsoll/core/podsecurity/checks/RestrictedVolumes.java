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
        var types = SubjectText.sorted();
        for (var volume : pod.volumes()) {
            if (ALLOWED.contains(volume.type())) continue;
            names.add(volume.name());
            types.add(volume.type());
        }
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        "restricted volume types",
                        SubjectText.plural(names, "volume") + " " + SubjectText.quoted(names) + " "
                                + SubjectText.uses(names) + " restricted volume " + SubjectText.plural(types, "type")
                                + " " + SubjectText.quoted(types)));
    }
}
