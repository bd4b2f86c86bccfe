package dev.plimsoll.controllers.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.estimation.replicas.Behavior;
import dev.plimsoll.core.estimation.replicas.Behavior.Policy;
import dev.plimsoll.core.estimation.replicas.Behavior.Rules;
import dev.plimsoll.core.estimation.replicas.Behavior.Select;
import dev.plimsoll.core.estimation.replicas.Tolerance;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code spec.behavior}; what is not said has its default, also where another API server left it open. */
final class BehaviorReader {
    private static final Duration PERIOD = Duration.ofSeconds(15);
    private static final List<Policy> USUAL_UP =
            List.of(new Policy(Policy.Unit.PODS, 4, PERIOD), new Policy(Policy.Unit.PERCENT, 100, PERIOD));
    private static final List<Policy> USUAL_DOWN = List.of(new Policy(Policy.Unit.PERCENT, 100, PERIOD));

    private BehaviorReader() {}

    static Behavior read(JsonNode behavior, Duration usualStabilization) {
        return new Behavior(
                rules(behavior.path("scaleUp"), Duration.ZERO, USUAL_UP),
                rules(behavior.path("scaleDown"), usualStabilization, USUAL_DOWN));
    }

    private static Rules rules(JsonNode rules, Duration stabilization, List<Policy> usual) {
        var window = rules.path("stabilizationWindowSeconds");
        var policies = new ArrayList<Policy>();
        for (var policy : rules.path("policies")) {
            policies.add(new Policy(
                    policy.path("type").asText().equals("Pods") ? Policy.Unit.PODS : Policy.Unit.PERCENT,
                    policy.path("value").asInt(),
                    Duration.ofSeconds(policy.path("periodSeconds").asInt())));
        }
        return new Rules(
                window.isNumber() ? Duration.ofSeconds(window.asInt()) : stabilization,
                select(rules.path("selectPolicy").asText()),
                policies.isEmpty() ? usual : policies);
    }

    private static Select select(String text) {
        for (var select : Select.values()) {
            if (select.text().equals(text)) return select;
        }
        return Select.MAX;
    }

    static Tolerance tolerance(JsonNode behavior, Tolerance usual) {
        return new Tolerance(
                tolerance(behavior.path("scaleDown"), usual.down()), tolerance(behavior.path("scaleUp"), usual.up()));
    }

    private static double tolerance(JsonNode rules, double usual) {
        var text = rules.path("tolerance");
        if (text.isMissingNode() || text.isNull()) return usual;
        return Quantity.parse(text.asText()) instanceof ParsedQuantity.Parsed(var quantity)
                ? quantity.toBigDecimal().doubleValue()
                : usual;
    }
}
