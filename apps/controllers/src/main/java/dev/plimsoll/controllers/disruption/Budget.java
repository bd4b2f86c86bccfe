package dev.plimsoll.controllers.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Conditions.Said;
import dev.plimsoll.controllers.objects.Percent;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;

/** How many pods a budget allows to be taken away. */
final class Budget {
    /** A pod whose eviction was allowed and that is still there after this long counts as staying. */
    private static final Duration DISRUPTION = Duration.ofMinutes(2);

    private static final String CONDITION = "DisruptionAllowed";

    private Budget() {}

    /** Whether the number of expected pods follows from the controllers and not from the pods that are there. */
    static boolean needsScales(Workload budget) {
        return !budget.spec().path("maxUnavailable").isMissingNode()
                || Percent.isPercent(budget.spec().path("minAvailable"));
    }

    /**
     * What is reported.
     *
     * @param again when an allowed disruption is given up; zero for never
     */
    record Report(ObjectNode status, Duration again) {}

    /**
     * Decides.
     *
     * @param pods those that the budget selects
     * @param expected by the scales of their controllers; not looked at for a plain number
     */
    static Report decide(Workload budget, List<PodView> pods, int expected, Instant now) {
        var count = needsScales(budget) ? expected : pods.size();
        var desired = desired(budget, count);
        if (desired.isEmpty()) return failed(budget, "the budget has neither a number nor a part in percent", now);
        var disrupted = Json.object();
        var again = Duration.ZERO;
        var known = budget.status().path("disruptedPods");
        int healthy = 0;
        for (var pod : pods) {
            var since = Times.parse(known.path(pod.name().name()).asText());
            var left = since.map(each -> Duration.between(now, each.plus(DISRUPTION)));
            var pending =
                    left.filter(Duration::isPositive).isPresent() && !pod.meta().isBeingDeleted();
            if (pending) {
                disrupted.set(pod.name().name(), known.path(pod.name().name()));
                again = Times.sooner(again, left.orElse(Duration.ZERO));
            }
            if (pod.isReady() && !pod.meta().isBeingDeleted() && !pending) healthy++;
        }
        var allowed = count <= 0 ? 0 : Math.max(0, healthy - desired.getAsInt());
        var status = budget.status() instanceof ObjectNode old ? old.deepCopy() : Json.object();
        status.put("currentHealthy", healthy)
                .put("desiredHealthy", desired.getAsInt())
                .put("expectedPods", count)
                .put("disruptionsAllowed", allowed)
                .put("observedGeneration", budget.meta().generation());
        if (disrupted.isEmpty()) status.remove("disruptedPods");
        else status.set("disruptedPods", disrupted);
        var said = allowed > 0
                ? new Said(CONDITION, "True", "SufficientPods", "")
                : new Said(CONDITION, "False", "InsufficientPods", "");
        say(status, budget, said, now);
        return new Report(status, again);
    }

    private static OptionalInt desired(Workload budget, int expected) {
        JsonNode least = budget.spec().path("minAvailable");
        if (!least.isMissingNode()) return Percent.roundedUp(least, expected);
        var most = Percent.roundedUp(budget.spec().path("maxUnavailable"), expected);
        return most.isEmpty() ? most : OptionalInt.of(Math.max(0, expected - most.getAsInt()));
    }

    private static void say(ObjectNode status, Workload budget, Said said, Instant now) {
        Conditions.set(status, said, now)
                .put("observedGeneration", budget.meta().generation());
    }

    /** Nothing is allowed while nobody knows how many pods there should be. */
    static Report failed(Workload budget, String why, Instant now) {
        var status = budget.status() instanceof ObjectNode old ? old.deepCopy() : Json.object();
        status.put("disruptionsAllowed", 0);
        for (var count : List.of("currentHealthy", "desiredHealthy", "expectedPods")) {
            if (!status.has(count)) status.put(count, 0);
        }
        say(status, budget, new Said(CONDITION, "False", "SyncFailed", why), now);
        return new Report(status, Duration.ZERO);
    }
}
