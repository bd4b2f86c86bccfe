package dev.plimsoll.objects.policy;

import static dev.plimsoll.objects.tree.DocumentFields.intOrString;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import dev.plimsoll.core.workloads.disruption.DisruptionBudgetSpec;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A disruption budget. */
public final class DisruptionBudgetObject extends ApiObject {
    public static final ObjectKind<DisruptionBudgetObject> KIND =
            new ObjectKind<>(ApiResource.BUDGETS, DisruptionBudgetObject.class, DisruptionBudgetObject::new);

    private @Nullable DisruptionBudgetSpec view;
    private @Nullable Selection selection;

    /** @param selectorOrNull null where it selects nothing */
    private record Selection(@Nullable LabelSelector selectorOrNull) {}

    public DisruptionBudgetObject(ObjectNode document) {
        super(document);
    }

    /** Its spec, with the pods that its status says are on their way out. */
    public DisruptionBudgetSpec view() {
        var known = view;
        if (known == null) {
            known = new DisruptionBudgetSpec(
                    intOrString(specNode(), "minAvailable"), intOrString(specNode(), "maxUnavailable"), disrupted());
            view = known;
        }
        return known;
    }

    private Map<String, Instant> disrupted() {
        var disrupted = new HashMap<String, Instant>();
        for (var entry : disruptedNode().properties()) {
            Timestamps.parse(entry.getValue().asText("")).ifPresent(time -> disrupted.put(entry.getKey(), time));
        }
        return disrupted;
    }

    /** An empty selector selects everything, a missing one nothing. */
    public boolean selects(Map<String, String> labels) {
        var known = selection;
        if (known == null) {
            var node = specNode().path("selector");
            selection = known =
                    new Selection(node.isObject() ? ObjectSelector.read(node).orElse(null) : null);
        }
        return known.selectorOrNull() != null && known.selectorOrNull().matches(labels);
    }

    /** How many more pods may go. */
    public int disruptionsAllowed() {
        return integer(statusNode(), "disruptionsAllowed", 0);
    }

    public int desiredHealthy() {
        return integer(statusNode(), "desiredHealthy", 0);
    }

    public int currentHealthy() {
        return integer(statusNode(), "currentHealthy", 0);
    }

    /** Whether pods that are not ready may go in any case. */
    public boolean alwaysAllowsUnhealthy() {
        return text(specNode(), "unhealthyPodEvictionPolicy").equals("AlwaysAllow");
    }

    /** The selector as messages show it. */
    public String selectorText() {
        return specNode().path("selector").toString();
    }

    JsonNode disruptedNode() {
        return statusNode().path(DisruptionBudgetStatusDraft.DISRUPTED);
    }

    @Override
    public DisruptionBudgetStatusDraft statusDraft() {
        return new DisruptionBudgetStatusDraft(this);
    }
}
