package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SeLinuxOptions;
import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** SELinux types are those of containers; user and role are not set. */
public final class SeLinuxOptionsCheck implements Check {
    private static final Set<String> TYPES = Set.of("", "container_t", "container_init_t", "container_kvm_t");
    private static final String ENGINE = "container_engine_t";
    /** The first version that allows the type of container engines. */
    private static final int ENGINE_ALLOWED = 31;

    @Override
    public String id() {
        return "seLinuxOptions";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        var types = SubjectText.sorted();
        var user = false;
        var role = false;
        for (var options : all(pod)) {
            if (!isAllowed(options.type(), minor)) types.add(options.type());
            user |= !options.user().isEmpty();
            role |= !options.role().isEmpty();
        }
        var said = new ArrayList<String>();
        if (!types.isEmpty()) said.add(SubjectText.plural(types, "type") + " " + SubjectText.quoted(types));
        if (user) said.add("user may not be set");
        if (role) said.add("role may not be set");
        if (said.isEmpty()) return Optional.empty();
        var setters = SubjectText.setters(pod, context -> isForbidden(context.seLinuxOptions(), minor));
        return Optional.of(new Violation(
                "seLinuxOptions",
                setters + " set forbidden securityContext.seLinuxOptions: " + String.join("; ", said)));
    }

    private static List<SeLinuxOptions> all(SecuredPod pod) {
        var all = new ArrayList<SeLinuxOptions>();
        all.add(pod.context().seLinuxOptions());
        for (var container : pod.containers()) all.add(container.context().seLinuxOptions());
        return all;
    }

    private static boolean isForbidden(SeLinuxOptions options, int minor) {
        return !isAllowed(options.type(), minor)
                || !options.user().isEmpty()
                || !options.role().isEmpty();
    }

    private static boolean isAllowed(String type, int minor) {
        return TYPES.contains(type) || (type.equals(ENGINE) && minor >= ENGINE_ALLOWED);
    }
}
