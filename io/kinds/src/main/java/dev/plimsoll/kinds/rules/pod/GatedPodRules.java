package dev.plimsoll.kinds.rules.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a pod may run can be narrowed while scheduling gates hold it back: whoever takes the gates away decides first which nodes are left.
 * What a pod prefers may become anything; what it requires may only be added to.
 */
public final class GatedPodRules {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String ONLY_MORE = "only additions are allowed (no mutations or deletions)";

    private GatedPodRules() {}

    /** Whether these rules are asked about a change of a pod. */
    public static boolean apply(ObjectNode stored, ObjectNode sent) {
        if (stored.path("spec").path("schedulingGates").isEmpty()) return false;
        return !selector(stored).equals(selector(sent)) || !affinity(stored).equals(affinity(sent));
    }

    public static List<FieldError> check(ObjectNode stored, ObjectNode sent) {
        var found = new Findings();
        var spec = FieldValue.of(sent).field("spec");
        var labels = spec.field("nodeSelector");
        if (!isPartOf(selector(stored), labels.node())) {
            found.invalidShown(
                    labels,
                    labels.sortedJson(),
                    "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
        }
        terms(
                affinity(stored).path(REQUIRED).path("nodeSelectorTerms"),
                spec.field("affinity").field("nodeAffinity").field(REQUIRED).field("nodeSelectorTerms"),
                found);
        return found.toList();
    }

    /** The pod that was sent, with what these rules are about as it is stored. */
    public static ObjectNode asStored(ObjectNode stored, ObjectNode sent) {
        var pod = sent.deepCopy();
        if (!(pod.get("spec") instanceof ObjectNode spec)) return pod;
        put(spec, "nodeSelector", selector(stored));
        var known = stored.path("spec").path("affinity");
        if (known.isMissingNode() && spec.path("affinity").size() <= 1) {
            spec.remove("affinity");
            return pod;
        }
        var wanted = spec.get("affinity") instanceof ObjectNode given ? given : spec.putObject("affinity");
        put(wanted, "nodeAffinity", affinity(stored));
        return pod;
    }

    private static void put(ObjectNode target, String member, JsonNode value) {
        if (value.isMissingNode()) target.remove(member);
        else target.set(member, value.deepCopy());
    }

    private static JsonNode selector(ObjectNode pod) {
        return pod.path("spec").path("nodeSelector");
    }

    private static JsonNode affinity(ObjectNode pod) {
        return pod.path("spec").path("affinity").path("nodeAffinity");
    }

    private static boolean isPartOf(JsonNode labels, JsonNode more) {
        return labels.properties().stream().allMatch(label -> label.getValue().equals(more.get(label.getKey())));
    }

    /** A list of terms is one of alternatives: another one would let the pod go where it could not before. */
    private static void terms(JsonNode stored, FieldValue sent, Findings found) {
        if (stored.isEmpty()) return;
        if (stored.size() != sent.node().size()) {
            found.invalidShown(
                    sent, shownTerms(sent), "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
            return;
        }
        for (var i = 0; i < stored.size(); i++) {
            var term = sent.items().get(i);
            if (!isExtended(stored.get(i), term.node())) found.invalidShown(term, shown(term), ONLY_MORE);
        }
    }

    private static boolean isExtended(JsonNode stored, JsonNode sent) {
        for (var list : List.of("matchExpressions", "matchFields")) {
            var before = stored.path(list);
            for (var i = 0; i < before.size(); i++) {
                if (!before.get(i).equals(sent.path(list).get(i))) return false;
            }
        }
        return true;
    }

    private static String shownTerms(FieldValue terms) {
        if (!terms.isGiven()) return "null";
        var shown = new ArrayList<String>();
        for (var term : terms.items()) shown.add(shown(term));
        return "[" + String.join(",", shown) + "]";
    }

    /** As messages show it: with the names that its fields have in Go. */
    private static String shown(FieldValue term) {
        return "{\"MatchExpressions\":" + shownRequirements(term.field("matchExpressions")) + ",\"MatchFields\":"
                + shownRequirements(term.field("matchFields")) + "}";
    }

    private static String shownRequirements(FieldValue requirements) {
        if (!requirements.isGiven()) return "null";
        var shown = new ArrayList<String>();
        for (var each : requirements.items()) {
            shown.add("{\"Key\":" + FieldError.quoted(each.field("key").text()) + ",\"Operator\":"
                    + FieldError.quoted(each.field("operator").text()) + ",\"Values\":"
                    + each.field("values").json() + "}");
        }
        return "[" + String.join(",", shown) + "]";
    }
}
