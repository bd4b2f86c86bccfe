package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;

/** Claims of devices that a pod names: each is one that is there, or one made from a template. */
final class PodClaimRules {
    private PodClaimRules() {}

    static void check(FieldValue claims, Findings found) {
        for (var claim : claims.items()) {
            var ready = claim.field("resourceClaimName");
            var template = claim.field("resourceClaimTemplateName");
            if (ready.isGiven() && template.isGiven()) {
                found.invalidShown(
                        claim,
                        shown(claim),
                        "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
            }
            if (!ready.isGiven() && !template.isGiven()) {
                found.invalidShown(
                        claim, shown(claim), "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
            }
            if (ready.isGiven()) NameRules.subdomain(ready, found);
            if (template.isGiven()) NameRules.subdomain(template, found);
        }
    }

    private static String shown(FieldValue claim) {
        return "{\"Name\":" + FieldError.quoted(claim.field("name").text()) + ",\"ResourceClaimName\":"
                + claim.field("resourceClaimName").json() + ",\"ResourceClaimTemplateName\":"
                + claim.field("resourceClaimTemplateName").json() + "}";
    }
}
