package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;

/** The name that the containers of a pod see as that of their host, where it is not the pod's own. */
final class HostNameRules {
    /** The kernel has no room for more. */
    private static final int LONGEST = 64;

    private HostNameRules() {}

    static void check(FieldValue spec, Findings found) {
        var name = spec.field("hostnameOverride");
        if (!name.isGiven()) return;
        if (spec.field("setHostnameAsFQDN").isTrue()) {
            found.forbidden(name, "may not be specified when setHostnameAsFQDN is true");
        }
        if (spec.field("hostNetwork").isTrue()) {
            found.forbidden(name, "may not be specified when hostNetwork is true");
        }
        NameRules.subdomain(name, found);
        if (name.text().length() > LONGEST) found.tooLong(name, LONGEST);
    }
}
