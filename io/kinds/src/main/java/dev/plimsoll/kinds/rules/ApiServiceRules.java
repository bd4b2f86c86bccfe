package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;

/** APIServices: who answers for a group and version. */
public final class ApiServiceRules {
    private static final int HIGHEST_GROUP_PRIORITY = 20_000;
    private static final int HIGHEST_VERSION_PRIORITY = 1_000;

    private ApiServiceRules() {}

    public static void check(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var group = spec.field("group");
        var version = spec.field("version");
        var name = object.field("metadata").field("name");
        var required = version.text() + "." + group.text();
        if (!name.text().equals(required)) {
            found.invalid(name, "must be `spec.version+\".\"+spec.group`: \"" + required + "\"");
        }
        if (group.isEmpty() && !version.text().equals("v1")) {
            found.required(group, "only v1 may have an empty group and it better be legacy kube");
        }
        if (!group.isEmpty()) NameRules.subdomain(group, found);
        found.misspelled(version, DnsSyntax.label1035(version.text()));
        priority(spec.field("groupPriorityMinimum"), HIGHEST_GROUP_PRIORITY, found);
        priority(spec.field("versionPriority"), HIGHEST_VERSION_PRIORITY, found);
        var service = spec.field("service");
        if (!service.isGiven()) {
            if (!spec.field("caBundle").isEmpty())
                found.invalidJson(spec.field("caBundle"), "local APIServices may not have a caBundle");
            if (spec.field("insecureSkipTLSVerify").isTrue()) {
                found.invalidJson(
                        spec.field("insecureSkipTLSVerify"), "local APIServices may not have insecureSkipTLSVerify");
            }
            return;
        }
        if (service.field("namespace").isEmpty()) found.required(service.field("namespace"));
        if (service.field("name").isEmpty()) found.required(service.field("name"));
        var port = service.field("port");
        if (port.isGiven() && (port.number() < 1 || port.number() > 65_535)) {
            found.invalidNumber(port, "port is not valid: must be between 1 and 65535, inclusive");
        }
        if (spec.field("insecureSkipTLSVerify").isTrue()
                && !spec.field("caBundle").isEmpty()) {
            found.invalidJson(spec.field("insecureSkipTLSVerify"), "may not be true if caBundle is present");
        }
    }

    private static void priority(FieldValue at, int below, Findings found) {
        if (at.number() <= 0 || at.number() > below) {
            found.invalidNumber(at, "must be positive and less than " + below);
        }
    }
}
