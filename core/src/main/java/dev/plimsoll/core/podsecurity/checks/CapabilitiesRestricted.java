package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.ArrayList;
import java.util.Optional;

/** All capabilities are dropped; only binding to low ports may be added again. */
public final class CapabilitiesRestricted implements Check {
    private static final String ALLOWED = "NET_BIND_SERVICE";
    /** The first version that knows pods without Linux. */
    private static final int WINDOWS = 25;

    @Override
    public String id() {
        return "capabilities_restricted";
    }

    @Override
    public int since() {
        return 22;
    }

    @Override
    public String replaces() {
        return "capabilities_baseline";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        if (pod.windows() && minor >= WINDOWS) return Optional.empty();
        var details = new ArrayList<String>();
        var keeping = SubjectText.names(
                pod, container -> !container.droppedCapabilities().contains("ALL"));
        if (!keeping.isEmpty()) {
            details.add(SubjectText.containers(keeping) + " must set securityContext.capabilities.drop=[\"ALL\"]");
        }
        var added = SubjectText.sorted();
        for (var container : pod.containers()) added.addAll(container.addedCapabilities());
        added.remove(ALLOWED);
        if (!added.isEmpty()) {
            var adding = SubjectText.names(
                    pod, container -> container.addedCapabilities().stream().anyMatch(added::contains));
            details.add(SubjectText.containers(adding) + " must not include " + SubjectText.quoted(added)
                    + " in securityContext.capabilities.add");
        }
        return details.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation("unrestricted capabilities", String.join("; ", details)));
    }
}
