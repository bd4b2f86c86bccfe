package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.AmountFieldRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;

/** What must hold of a pod beyond what {@code PodValidation} looks at: fields that nothing here acts on. */
public final class PodSpecRules {
    private static final long LARGEST_ID = Integer.MAX_VALUE;
    private static final int SYSCTL_BYTES = 253;
    private static final int SHORTEST_CERTIFICATE = 3_600;
    private static final int LONGEST_CERTIFICATE = 91 * 24 * 3_600;
    private static final String SYSCTL = "([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
    private static final List<String> UNSATISFIABLE = List.of("DoNotSchedule", "ScheduleAnyway");
    private static final List<String> INCLUSIONS = List.of("Honor", "Ignore");
    private static final List<String> GROUP_CHANGES = List.of("Always", "OnRootMismatch");

    /** The parts of a pod in the order in which the server looks at them. */
    private static final List<String> PARTS = List.of(
            "metadata",
            "spec.volumes",
            "spec.resourceClaims",
            "spec.containers",
            "spec.initContainers",
            "spec.ephemeralContainers",
            "spec.resources",
            "spec.restartPolicy",
            "spec.dnsPolicy",
            "spec.nodeSelector",
            "spec.securityContext",
            "spec.imagePullSecrets",
            "spec.affinity",
            "spec.dnsConfig",
            "spec.readinessGates",
            "spec.schedulingGates",
            "spec.topologySpreadConstraints",
            "spec.serviceAccountName",
            "spec.nodeName",
            "spec.activeDeadlineSeconds",
            "spec.hostname",
            "spec.subdomain",
            "spec.tolerations",
            "spec.hostAliases",
            "spec.priorityClassName",
            "spec.runtimeClassName",
            "spec.preemptionPolicy",
            "spec.overhead",
            "spec.os");

    private PodSpecRules() {}

    /** All errors of a pod, in the order of the server. */
    public static List<FieldError> ordered(FieldValue pod, List<FieldError> others) {
        var found = new Findings();
        check(pod.field("spec"), found);
        var places = new TreeMap<Integer, List<FieldError>>();
        // What a source lacks is told before what is wrong with the volume's name.
        for (var errors : List.of(found.toList(), others)) {
            for (var error : errors) {
                places.computeIfAbsent(place(error.field()), _ -> new ArrayList<>())
                        .add(error);
            }
        }
        return places.values().stream().flatMap(List::stream).toList();
    }

    private static int place(String field) {
        for (var i = PARTS.size() - 1; i >= 0; i--) {
            var part = PARTS.get(i);
            if (field.startsWith(part)
                    && (field.length() == part.length() || ".[".indexOf(field.charAt(part.length())) >= 0)) {
                return i;
            }
        }
        return PARTS.size();
    }

    private static void check(FieldValue spec, Findings found) {
        volumes(spec.field("volumes"), found);
        for (var list : List.of("containers", "initContainers")) {
            for (var container : spec.field(list).items()) {
                EnvSourceRules.check(container, found);
                TemplateContainerRules.check(container, found);
            }
        }
        securityContext(spec.field("securityContext"), found);
        AffinityRules.check(spec.field("affinity"), found);
        PodDnsRules.check(spec, found);
        for (var gate : spec.field("readinessGates").items()) {
            NameRules.qualifiedName(gate.field("conditionType"), found);
        }
        spreadConstraints(spec.field("topologySpreadConstraints"), found);
        PodDnsRules.hosts(spec.field("hostAliases"), found);
        NameRules.subdomainIfGiven(spec.field("runtimeClassName"), found);
    }

    private static void volumes(FieldValue volumes, Findings found) {
        for (var volume : volumes.items()) {
            var limit = AmountFieldRules.read(volume.field("emptyDir").field("sizeLimit"));
            if (limit != null && limit.sign() < 0) {
                found.forbidden(
                        volume.field("emptyDir").field("sizeLimit"),
                        "SizeLimit field must be a valid resource quantity");
            }
            var claim = volume.field("persistentVolumeClaim");
            if (claim.isGiven() && claim.field("claimName").isEmpty()) found.required(claim.field("claimName"));
            var path = volume.field("hostPath");
            if (path.isGiven() && path.field("path").isEmpty()) found.required(path.field("path"));
            var secret = volume.field("secret");
            if (secret.isGiven() && secret.field("secretName").isEmpty()) found.required(secret.field("secretName"));
            var map = volume.field("configMap");
            if (map.isGiven() && map.field("name").isEmpty()) found.required(map.field("name"));
            for (var source : volume.field("projected").field("sources").items())
                lifetime(source.field("podCertificate").field("maxExpirationSeconds"), found);
        }
    }

    /** A certificate is asked for no shorter time than it takes to renew it in peace. */
    private static void lifetime(FieldValue seconds, Findings found) {
        if (!seconds.isGiven()) return;
        if (seconds.number() < SHORTEST_CERTIFICATE)
            found.invalidNumber(seconds, "if provided, maxExpirationSeconds must be >= " + SHORTEST_CERTIFICATE);
        if (seconds.number() > LONGEST_CERTIFICATE)
            found.invalidNumber(seconds, "if provided, maxExpirationSeconds must be <= " + LONGEST_CERTIFICATE);
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
    }

    static void id(FieldValue at, Findings found) {
        if (!at.isGiven() || (at.number() >= 0 && at.number() <= LARGEST_ID)) return;
        found.invalidNumber(at, "must be between 0 and " + LARGEST_ID + ", inclusive");
    }

    private static void spreadConstraints(FieldValue constraints, Findings found) {
        var seen = new HashSet<String>();
        for (var constraint : constraints.items()) {
            var skew = constraint.field("maxSkew");
            if (skew.number() <= 0) found.invalidNumber(skew, Findings.POSITIVE);
            var key = constraint.field("topologyKey");
            if (key.isEmpty()) found.required(key, "can not be empty");
            var action = constraint.field("whenUnsatisfiable");
            found.oneOf(action, UNSATISFIABLE);
            if (!seen.add(key.text() + " " + action.text())) {
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
            if (constraint.field("labelSelector").isGiven()) {
                LabelSelectorRules.check(constraint.field("labelSelector"), found);
            }
        }
    }
}
