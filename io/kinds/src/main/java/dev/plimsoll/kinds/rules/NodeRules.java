package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.IpRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.HashSet;
import java.util.List;

/** What a new node says of itself: its taints and the addresses of its pods. */
public final class NodeRules {
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private NodeRules() {}

    public static void check(FieldValue object, Findings found) {
        var spec = object.field("spec");
        // Messages name the place where taints once stood.
        var taints = FieldValue.at("metadata.taints", spec.field("taints").node());
        var seen = new HashSet<String>();
        for (var taint : taints.items()) {
            NameRules.qualifiedName(taint.field("key"), found);
            var value = taint.field("value");
            found.misspelled(value, LabelSyntax.labelValue(value.text()));
            found.requiredOneOf(taint.field("effect"), EFFECTS);
            if (!seen.add(
                    taint.field("key").text() + ":" + taint.field("effect").text())) {
                found.duplicateShown(taint, shown(taint));
            }
        }
        for (var block : spec.field("podCIDRs").items()) IpRules.block(block, found);
    }

    /** As messages show it: with the names that its fields have in Go. */
    private static String shown(FieldValue taint) {
        return "{\"Key\":" + FieldError.quoted(taint.field("key").text())
                + ",\"Value\":" + FieldError.quoted(taint.field("value").text())
                + ",\"Effect\":" + FieldError.quoted(taint.field("effect").text())
                + ",\"TimeAdded\":" + taint.field("timeAdded").json() + "}";
    }
}
