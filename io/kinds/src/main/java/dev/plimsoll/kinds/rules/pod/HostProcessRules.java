package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import java.util.List;

/** Containers on Windows that are processes of the machine itself: all of a pod or none, and only in the machine's network. */
final class HostProcessRules {
    private static final List<String> LISTS = List.of("initContainers", "containers", "ephemeralContainers");

    private HostProcessRules() {}

    static void check(FieldValue spec, Findings found) {
        var ofPod = option(spec);
        var any = false;
        var all = true;
        for (var list : LISTS) {
            for (var container : spec.field(list).items()) {
                var own = option(container);
                if (ofPod.isGiven() && own.isGiven() && ofPod.isTrue() != own.isTrue()) {
                    found.invalidShown(
                            own,
                            Boolean.toString(own.isTrue()),
                            "pod hostProcess value must be identical if both are specified, was " + ofPod.isTrue());
                }
                var isProcess = own.isGiven() ? own.isTrue() : ofPod.isTrue();
                any |= isProcess;
                all &= isProcess;
            }
        }
        if (!any) return;
        if (!all) {
            found.invalidShown(
                    spec,
                    "\"\"",
                    "If pod contains any hostProcess containers then all containers must be HostProcess containers");
        }
        if (!spec.field("hostNetwork").isTrue()) {
            found.invalidShown(
                    spec.field("hostNetwork"),
                    "false",
                    "hostNetwork must be true if pod contains any hostProcess containers");
        }
    }

    private static FieldValue option(FieldValue holder) {
        return holder.field("securityContext").field("windowsOptions").field("hostProcess");
    }
}
