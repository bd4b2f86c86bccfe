package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;

/** Classes of devices: which devices are of the class, what their drivers are told, and by which resource pods may ask for them. */
public final class DeviceClassRules {
    private static final String OWN_DOMAIN = "kubernetes.io/";
    private static final String QUOTA_PREFIX = "requests.";

    private DeviceClassRules() {}

    public static void check(FieldValue object, Findings found) {
        var spec = object.field("spec");
        DeviceSelectorRules.selectors(spec.field("selectors"), found);
        for (var config : spec.field("config").items()) DeviceReferenceRules.opaque(config.field("opaque"), found);
        var resource = spec.field("extendedResourceName");
        if (resource.isGiven()) resource(resource, found);
    }

    private static void resource(FieldValue name, Findings found) {
        if (name.text().indexOf('/') < 0) {
            found.invalid(name, "a name must be a domain-prefixed path, such as 'example.com/my-prop'");
        } else if (name.text().startsWith(QUOTA_PREFIX)) {
            found.invalid(name, "must not have \"" + QUOTA_PREFIX + "\" prefix");
        } else if (name.text().startsWith(OWN_DOMAIN)) {
            found.invalid(name, "must not have \"" + OWN_DOMAIN + "\" domain");
        } else {
            found.misspelled(name, LabelSyntax.qualifiedName(name.text()));
        }
    }
}
