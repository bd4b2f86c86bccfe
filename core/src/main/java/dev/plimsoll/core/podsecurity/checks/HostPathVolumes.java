package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import dev.plimsoll.core.podsecurity.view.SecuredVolume;
import java.util.Optional;

/** No folder of the node is mounted. */
public final class HostPathVolumes implements Check {
    @Override
    public String id() {
        return "hostPathVolumes";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        var names = pod.volumes().stream()
                .filter(volume -> volume.type().equals("hostPath"))
                .map(SecuredVolume::name)
                .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        "hostPath volumes", SubjectText.plural(names, "volume") + " " + SubjectText.quoted(names)));
    }
}
