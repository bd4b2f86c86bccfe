package dev.plimsoll.codec.view;

import dev.plimsoll.core.model.HostPort;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.model.scheduling.NodeTerm;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.model.scheduling.Requirement;
import dev.plimsoll.core.model.scheduling.Requirement.Operator;
import dev.plimsoll.core.placement.terms.LabelQuery;
import dev.plimsoll.core.placement.terms.PodAffinity;
import dev.plimsoll.core.placement.terms.PodTerm;
import dev.plimsoll.core.placement.terms.SpreadConstraint;
import dev.plimsoll.core.placement.terms.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what a pod says about nodes and neighbours. */
final class TermsReader {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private final String namespace;
    private final Map<String, String> labels;

    private TermsReader(String namespace, Map<String, String> labels) {
        this.namespace = namespace;
        this.labels = labels;
    }

    /** Of a whole pod. */
    static Terms terms(Cursor pod) {
        var metadata = pod.object("metadata");
        return new TermsReader(metadata.text("namespace"), metadata.textMap("labels")).ofSpec(pod.object("spec"));
    }

    private Terms ofSpec(Cursor spec) {
        var affinity = spec.object("affinity");
        var ports = new ArrayList<HostPort>();
        var images = new ArrayList<String>();
        var regular = containers(spec, "containers", false, ports, images);
        var init = containers(spec, "initContainers", true, ports, images);
        return new Terms(
                spec.list("tolerations", TermsReader::toleration),
                spec.textMap("nodeSelector"),
                nodeAffinity(affinity.object("nodeAffinity")),
                podAffinity(affinity.object("podAffinity"), affinity.object("podAntiAffinity")),
                spec.list("topologySpreadConstraints", this::spread),
                ports,
                images,
                Math.max(1, regular + init),
                NodeNeedsReader.features(spec),
                claims(spec));
    }

    private static List<String> claims(Cursor spec) {
        return spec
                .list(
                        "volumes",
                        volume -> volume.object("persistentVolumeClaim").text("claimName"))
                .stream()
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    private static int containers(Cursor spec, String list, boolean isInit, List<HostPort> ports, List<String> images) {
        var all = spec.list(list, container -> {
            var stays = !isInit || container.text("restartPolicy").equals("Always");
            container.list("ports", port -> {
                var number = port.smallInteger("hostPort");
                if (stays && number > 0) ports.add(new HostPort(port.text("hostIP"), port.text("protocol"), number));
                return number;
            });
            images.add(tagged(container.text("image")));
            return container;
        });
        return all.size();
    }

    /** As nodes list their images: a name without tag or digest means the latest. */
    private static String tagged(String image) {
        var name = image.substring(image.lastIndexOf('/') + 1);
        return name.isEmpty() || name.contains(":") || name.contains("@") ? image : image + ":latest";
    }

    private static PodDetails.Toleration toleration(Cursor toleration) {
        return new PodDetails.Toleration(
                toleration.text("key"),
                toleration.text("operator"),
                toleration.text("value"),
                toleration.text("effect"),
                toleration.integer("tolerationSeconds", PodPlacement.UNSET));
    }

    static NodeAffinity nodeAffinity(Cursor affinity) {
        if (!affinity.isPresent()) return NodeAffinity.NONE;
        var required = affinity.object(REQUIRED);
        return new NodeAffinity(
                required.isPresent(),
                required.list("nodeSelectorTerms", TermsReader::nodeTerm),
                affinity.list(
                        PREFERRED,
                        wish -> new NodeAffinity.Preferred(
                                wish.smallInteger("weight"), nodeTerm(wish.object("preference")))));
    }

    /** A selector of nodes outside of a pod: one of its terms must match. */
    static NodeAffinity nodeTerms(Cursor selector) {
        return new NodeAffinity(true, selector.list("nodeSelectorTerms", TermsReader::nodeTerm), List.of());
    }

    private static NodeTerm nodeTerm(Cursor term) {
        return new NodeTerm(
                term.list("matchExpressions", TermsReader::requirement),
                term.list("matchFields", TermsReader::requirement));
    }

    private static Requirement requirement(Cursor requirement) {
        var operator = switch (requirement.text("operator")) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            case "Gt" -> Operator.GREATER_THAN;
            case "Lt" -> Operator.LESS_THAN;
            default -> {
                requirement.problem("operator", "\"" + requirement.text("operator") + "\" is not a valid operator");
                yield null;
            }
        };
        var key = requirement.text("key");
        // What nobody understands nothing satisfies.
        if (operator == null) return new Requirement(key, Operator.IN, Set.of());
        return new Requirement(key, operator, Set.copyOf(requirement.texts("values")));
    }

    static LabelQuery query(Cursor selector) {
        if (!selector.isPresent()) return LabelQuery.NOTHING;
        var requirements = new ArrayList<Requirement>();
        selector.textMap("matchLabels").forEach((key, value) -> requirements.add(Requirement.is(key, value)));
        requirements.addAll(selector.list("matchExpressions", TermsReader::requirement));
        return new LabelQuery(true, requirements);
    }

    private PodAffinity podAffinity(Cursor near, Cursor apart) {
        if (!near.isPresent() && !apart.isPresent()) return PodAffinity.NONE;
        return new PodAffinity(
                near.list(REQUIRED, this::podTerm),
                apart.list(REQUIRED, this::podTerm),
                near.list(PREFERRED, this::wish),
                apart.list(PREFERRED, this::wish));
    }

    private PodAffinity.Preferred wish(Cursor wish) {
        return new PodAffinity.Preferred(wish.smallInteger("weight"), podTerm(wish.object("podAffinityTerm")));
    }

    private PodTerm podTerm(Cursor term) {
        if (term.text("topologyKey").isEmpty()) term.problem("topologyKey", "can not be empty");
        var namespaces = Set.copyOf(term.texts("namespaces"));
        var query = query(term.object("namespaceSelector"));
        // Neither of the two means the pod's own namespace.
        if (namespaces.isEmpty() && !query.isGiven()) namespaces = Set.of(namespace);
        var pods = query(term.object("labelSelector"));
        for (var key : term.texts("matchLabelKeys")) {
            var value = labels.get(key);
            if (value != null) pods = pods.and(Requirement.is(key, value));
        }
        for (var key : term.texts("mismatchLabelKeys")) {
            var value = labels.get(key);
            if (value != null) pods = pods.and(new Requirement(key, Operator.NOT_IN, Set.of(value)));
        }
        return new PodTerm(term.text("topologyKey"), pods, namespaces, query);
    }

    private SpreadConstraint spread(Cursor constraint) {
        var pods = query(constraint.object("labelSelector"));
        for (var key : constraint.texts("matchLabelKeys")) {
            var value = labels.get(key);
            if (value != null && pods.isGiven()) pods = pods.and(Requirement.is(key, value));
        }
        return spread(constraint, pods);
    }

    private static SpreadConstraint spread(Cursor constraint, LabelQuery pods) {
        if (constraint.text("topologyKey").isEmpty()) constraint.problem("topologyKey", "can not be empty");
        var skew = constraint.smallInteger("maxSkew");
        if (skew < 1) constraint.problem("maxSkew", "must be greater than zero, found " + skew);
        var action = constraint.text("whenUnsatisfiable");
        if (!action.equals("DoNotSchedule") && !action.equals("ScheduleAnyway")) {
            constraint.problem("whenUnsatisfiable", "\"" + action + "\" is not DoNotSchedule or ScheduleAnyway");
        }
        return new SpreadConstraint(
                constraint.text("topologyKey"),
                skew,
                action.equals("DoNotSchedule"),
                pods,
                Math.max(1, constraint.smallInteger("minDomains")),
                !constraint.text("nodeAffinityPolicy").equals("Ignore"),
                constraint.text("nodeTaintsPolicy").equals("Honor"));
    }
}
