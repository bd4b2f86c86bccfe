package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** AppArmor profiles are those of the runtime or of the node. */
public final class AppArmorProfile implements Check {
    private static final String ANNOTATION = "container.apparmor.security.beta.kubernetes.io/";

    @Override
    public String id() {
        return "appArmorProfile";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        var values = SubjectText.sorted();
        var setters = new ArrayList<String>();
        var inFields = SubjectText.setters(pod, context -> isForbidden(context.appArmorProfile()));
        if (!inFields.isEmpty()) setters.add(inFields);
        if (isForbidden(pod.context().appArmorProfile())) {
            values.add(SubjectText.quoted(List.of(pod.context().appArmorProfile())));
        }
        for (var container : pod.containers()) {
            var profile = container.context().appArmorProfile();
            if (isForbidden(profile)) values.add(SubjectText.quoted(List.of(profile)));
        }
        var annotations = annotations(pod);
        if (!annotations.isEmpty()) setters.add(SubjectText.plural(annotations, "annotation"));
        values.addAll(annotations);
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        SubjectText.plural(values, "forbidden AppArmor profile"),
                        String.join(" and ", setters) + " must not set AppArmor profile type to "
                                + String.join(", ", values)));
    }

    private static List<String> annotations(SecuredPod pod) {
        var forbidden = new ArrayList<String>();
        for (var annotation : new TreeMap<>(pod.annotations()).entrySet()) {
            var profile = annotation.getValue();
            if (!annotation.getKey().startsWith(ANNOTATION)) continue;
            if (profile.isEmpty() || profile.equals("runtime/default") || profile.startsWith("localhost/")) continue;
            forbidden.add(annotation.getKey() + "=" + SubjectText.quoted(List.of(profile)));
        }
        return forbidden;
    }

    private static boolean isForbidden(String type) {
        return !type.isEmpty() && !type.equals("RuntimeDefault") && !type.equals("Localhost");
    }
}
