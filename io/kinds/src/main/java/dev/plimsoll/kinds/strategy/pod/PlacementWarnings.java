package dev.plimsoll.kinds.strategy.pod;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** What is seldom meant in the rules of a pod about its node: labels that have other names now, and selectors that match nothing. */
final class PlacementWarnings {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String MATCHES_NOTHING = ".labelSelector: a null labelSelector results in matching no pod";

    private static final Map<String, String> RENAMED_LABELS = Map.of(
            "beta.kubernetes.io/arch", "deprecated since v1.14; use \"kubernetes.io/arch\" instead",
            "beta.kubernetes.io/os", "deprecated since v1.14; use \"kubernetes.io/os\" instead",
            "beta.kubernetes.io/instance-type",
                    "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
            "failure-domain.beta.kubernetes.io/region",
                    "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
            "failure-domain.beta.kubernetes.io/zone",
                    "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead");

    private final JsonNode spec;
    private final String path;
    private final List<String> warnings;

    PlacementWarnings(JsonNode spec, String path, List<String> warnings) {
        this.spec = spec;
        this.path = path;
        this.warnings = warnings;
    }

    /** Of what is said about the labels of nodes. */
    void ofNodes() {
        for (var label : spec.path("nodeSelector").properties()) {
            var said = RENAMED_LABELS.get(label.getKey());
            if (said != null) warnings.add(path + ".nodeSelector[" + label.getKey() + "]: " + said);
        }
        var affinity = spec.path("affinity").path("nodeAffinity");
        var place = path + ".affinity.nodeAffinity.";
        var terms = affinity.path(REQUIRED).path("nodeSelectorTerms");
        for (var i = 0; i < terms.size(); i++) {
            term(terms.get(i), place + REQUIRED + ".nodeSelectorTerms[" + i + "]");
        }
        var choices = affinity.path(PREFERRED);
        for (var i = 0; i < choices.size(); i++) {
            term(choices.get(i).path("preference"), place + PREFERRED + "[" + i + "].preference");
        }
        var constraints = spec.path("topologySpreadConstraints");
        for (var i = 0; i < constraints.size(); i++) {
            var constraint = path + ".topologySpreadConstraints[" + i + "]";
            label(constraint + ".topologyKey", constraints.get(i).path("topologyKey"));
            if (!constraints.get(i).hasNonNull("labelSelector")) warnings.add(constraint + MATCHES_NOTHING);
        }
    }

    private void term(JsonNode term, String place) {
        var expressions = term.path("matchExpressions");
        for (var i = 0; i < expressions.size(); i++) {
            label(place + ".matchExpressions[" + i + "].key", expressions.get(i).path("key"));
        }
    }

    private void label(String place, JsonNode key) {
        var said = RENAMED_LABELS.get(key.asText());
        if (said != null) warnings.add(place + ": " + key.asText() + " is " + said);
    }

    /** Of what is said about other pods. */
    void ofPods() {
        for (var kind : List.of("podAffinity", "podAntiAffinity")) {
            var affinity = spec.path("affinity").path(kind);
            var place = path + ".affinity." + kind + ".";
            var terms = affinity.path(REQUIRED);
            for (var i = 0; i < terms.size(); i++) selector(terms.get(i), place + REQUIRED + "[" + i + "]");
            var choices = affinity.path(PREFERRED);
            for (var i = 0; i < choices.size(); i++) {
                selector(choices.get(i).path("podAffinityTerm"), place + PREFERRED + "[" + i + "].podAffinityTerm");
            }
        }
    }

    private void selector(JsonNode term, String place) {
        if (!term.hasNonNull("labelSelector")) warnings.add(place + MATCHES_NOTHING);
    }
}
