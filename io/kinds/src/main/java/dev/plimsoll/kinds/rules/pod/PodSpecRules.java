package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.documents.MetadataChecks;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/** What must hold of a pod beyond what {@code PodValidation} looks at: fields that nothing here acts on. */
public final class PodSpecRules {
    private static final long LARGEST_ID = Integer.MAX_VALUE;
    private static final int SYSCTL_BYTES = 253;
    private static final String SYSCTL = "([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
    private static final List<String> UNSATISFIABLE = List.of("DoNotSchedule", "ScheduleAnyway");
    private static final List<String> INCLUSIONS = List.of("Honor", "Ignore");
    private static final List<String> GROUP_CHANGES = List.of("Always", "OnRootMismatch");
    private static final List<String> GROUP_POLICIES = List.of("Merge", "Strict");
    private static final List<String> LABEL_CHANGES = List.of("MountOption", "Recursive");

    private static final List<String> PREEMPTIONS = List.of("PreemptLowerPriority", "Never");

    private PodSpecRules() {}

    /** All errors of a pod, in the order of the server. */
    public static List<FieldError> ofPod(FieldValue pod, List<FieldError> others) {
        var last = new Findings();
        var all = new ArrayList<>(others);
        all.addAll(MetadataChecks.ofPod(pod.node()));
        last.addAll(ordered(pod, all));
        tokens(pod.field("spec"), last);
        var isMirror = pod.node().path("metadata").path("annotations").has(Pod.MIRROR_ANNOTATION);
        if (isMirror && !pod.field("spec").field("resourceClaims").isEmpty()) {
            last.add(FieldError.forbidden(FieldError.NO_FIELD, "static pods do not support resource claims"));
        }
        return last.toList();
    }

    /** The same of what a template says. */
    public static List<FieldError> ordered(FieldValue pod, List<FieldError> others) {
        var found = new Findings();
        check(pod, others, found);
        // What a source lacks is told before what is wrong with the volume's name.
        return Stream.concat(found.toList().stream(), others.stream())
                .sorted(Comparator.comparing(PodFieldOrder::of))
                .toList();
    }

    private static void check(FieldValue pod, List<FieldError> others, Findings found) {
        var spec = pod.field("spec");
        var name = pod.field("metadata").field("name").text();
        for (var volume : spec.field("volumes").items()) VolumeSourceRules.check(volume, name, found);
        var ofVolumes = new ArrayList<>(found.toList());
        ofVolumes.addAll(others);
        var volumes = new ContainerVolumeRules(spec.field("volumes"), ofVolumes);
        for (var list : List.of("containers", "initContainers", "ephemeralContainers")) {
            for (var container : spec.field(list).items()) {
                EnvSourceRules.check(container, found);
                volumes.check(container, found);
                TemplateContainerRules.check(container, list, spec, found);
            }
        }
        securityContext(spec.field("securityContext"), found);
        sharedSysctls(spec, found);
        HostProcessRules.check(spec, found);
        AffinityRules.check(spec.field("affinity"), found);
        PodDnsRules.check(spec, found);
        for (var gate : spec.field("readinessGates").items()) {
            NameRules.qualifiedName(gate.field("conditionType"), found);
        }
        spreadConstraints(spec.field("topologySpreadConstraints"), found);
        PodDnsRules.hosts(spec.field("hostAliases"), found);
        NameRules.subdomainIfGiven(spec.field("runtimeClassName"), found);
        if (spec.field("preemptionPolicy").isGiven()) {
            found.requiredOneOf(spec.field("preemptionPolicy"), PREEMPTIONS);
        }
        PodClaimRules.check(spec.field("resourceClaims"), found);
        HostNamespaceRules.check(spec, found);
        HostNameRules.check(spec, found);
        var os = spec.field("os");
        if (os.isGiven() && os.field("name").isEmpty()) found.required(os.field("name"));
        PodOsRules.check(spec, found);
    }

    /** Those that say as whom a pod talks need somebody as whom it does. */
    private static void tokens(FieldValue spec, Findings found) {
        if (!spec.field("serviceAccountName").isEmpty()) return;
        for (var volume : spec.field("volumes").items()) {
            for (var source : volume.field("projected").field("sources").items()) {
                var token = source.field("serviceAccountToken");
                if (token.isGiven()) {
                    found.forbidden(token, "must not be specified when serviceAccountName is not set");
                }
            }
        }
    }

    private static void securityContext(FieldValue context, Findings found) {
        for (var id : List.of("fsGroup", "runAsUser", "runAsGroup")) id(context.field(id), found);
        for (var group : context.field("supplementalGroups").items()) id(group, found);
        var names = new HashSet<String>();
        for (var sysctl : context.field("sysctls").items()) {
            var name = sysctl.field("name");
            if (name.isEmpty()) {
                found.required(name);
            } else if (name.text().length() > SYSCTL_BYTES || !name.text().matches(SYSCTL)) {
                found.invalid(
                        name, "must have at most " + SYSCTL_BYTES + " characters and match regex ^" + SYSCTL + "$");
            } else if (!names.add(name.text())) {
                found.duplicate(name);
            }
        }
        found.oneOfIfGiven(context.field("fsGroupChangePolicy"), GROUP_CHANGES);
        ProfileRules.check(context, found);
        found.oneOfIfGiven(context.field("supplementalGroupsPolicy"), GROUP_POLICIES);
        found.oneOfIfGiven(context.field("seLinuxChangePolicy"), LABEL_CHANGES);
    }

    /** What the kernel keeps once for the machine is not set by a pod that shares it. */
    private static void sharedSysctls(FieldValue spec, Findings found) {
        for (var sysctl : spec.field("securityContext").field("sysctls").items()) {
            var name = sysctl.field("name");
            var parts = name.text().replace('/', '.');
            var isOfIpc = parts.startsWith("kernel.shm")
                    || parts.startsWith("kernel.msg")
                    || parts.equals("kernel.sem")
                    || parts.startsWith("fs.mqueue.");
            if (isOfIpc && spec.field("hostIPC").isTrue()) {
                found.invalid(name, "may not be specified when 'hostIPC' is true");
            }
            if (parts.startsWith("net.") && spec.field("hostNetwork").isTrue()) {
                found.invalid(name, "may not be specified when 'hostNetwork' is true");
            }
        }
    }

    static void id(FieldValue at, Findings found) {
        if (!at.isGiven() || (at.number() >= 0 && at.number() <= LARGEST_ID)) return;
        found.invalidNumber(at, "must be between 0 and " + LARGEST_ID + ", inclusive");
    }

    /** What a constraint is about: no other one may be about the same. */
    private static String target(FieldValue constraint) {
        return constraint.field("topologyKey").text() + " "
                + constraint.field("whenUnsatisfiable").text();
    }

    private static void spreadConstraints(FieldValue constraints, Findings found) {
        var left = new HashMap<String, Integer>();
        for (var constraint : constraints.items()) left.merge(target(constraint), 1, Integer::sum);
        for (var constraint : constraints.items()) {
            var skew = constraint.field("maxSkew");
            if (skew.number() <= 0) found.invalidNumber(skew, Findings.POSITIVE);
            var key = constraint.field("topologyKey");
            if (key.isEmpty()) found.required(key, "can not be empty");
            var action = constraint.field("whenUnsatisfiable");
            found.oneOf(action, UNSATISFIABLE);
            // Of constraints that say the same, all but the last are told.
            if (left.merge(target(constraint), -1, Integer::sum) > 0) {
                found.duplicateShown(
                        FieldValue.at(constraint + ".{topologyKey, whenUnsatisfiable}", constraint.node()),
                        FieldError.quoted("{" + key.text() + ", " + action.text() + "}"));
            }
            var domains = constraint.field("minDomains");
            if (domains.isGiven() && domains.number() <= 0) found.invalidNumber(domains, Findings.POSITIVE);
            if (domains.isGiven() && !action.text().equals("DoNotSchedule")) {
                found.invalidNumber(
                        domains, "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action.text());
            }
            found.oneOfIfGiven(constraint.field("nodeAffinityPolicy"), INCLUSIONS);
            found.oneOfIfGiven(constraint.field("nodeTaintsPolicy"), INCLUSIONS);
            var keys = constraint.field("matchLabelKeys");
            if (!keys.isEmpty() && !constraint.field("labelSelector").isGiven())
                found.forbidden(keys, "must not be specified when labelSelector is not set");
            for (var each : keys.items()) NameRules.qualifiedName(each, found);
            if (constraint.field("labelSelector").isGiven()) {
                LabelSelectorRules.check(constraint.field("labelSelector"), found);
            }
        }
    }
}
