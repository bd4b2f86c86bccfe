package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * No eviction goes beyond a budget: a pod that is ready and has a budget is evicted only once the budget's status names it as disrupted,
 * no budget allows less than nothing, and the updater removes pods in no other way.
 */
final class BudgetInvariant {
    /** A budget may come while an eviction is on its way. */
    private static final long WHILE_ASKED = 30_000_000_000L;

    private static final String BUDGETS = "/registry/policy/poddisruptionbudgets/";

    private final StoredObjects objects;
    private final LongSupplier time;
    private final Set<String> disrupted = new HashSet<>();
    /** When each budget was first seen. */
    private final Map<String, Long> budgets = new HashMap<>();

    BudgetInvariant(StoredObjects objects, LongSupplier time) {
        this.objects = objects;
        this.time = time;
    }

    @Nullable
    String written(String key, ObjectNode now) {
        if (!key.startsWith(BUDGETS)) return null;
        budgets.putIfAbsent(now.path("metadata").path("uid").asText(), time.getAsLong());
        var status = now.path("status");
        for (var name : (Iterable<String>) status.path("disruptedPods")::fieldNames) disrupted.add(name);
        return status.path("disruptionsAllowed").asInt() < 0
                ? "budget: " + key + " allows " + status.path("disruptionsAllowed") + " disruptions"
                : null;
    }

    /** A write that was answered. */
    @Nullable
    String answered(String process, ClientRequest request) {
        var parts = request.target().split("[/?]", -1);
        if (parts.length < 7 || !parts[5].equals("pods")) return null;
        var name = parts[6];
        if (request.method().equals("DELETE") && process.startsWith("autoscaler"))
            return "budget: the updater deletes pod " + name + " without asking";
        if (parts.length < 8 || !parts[7].equals("eviction") || disrupted.contains(name)) return null;
        var pod = objects.all().get(StoredObjects.PODS + parts[4] + "/" + name);
        if (pod == null || !isReady(pod)) return null;
        for (var budget : objects.under(BUDGETS + parts[4] + "/")) {
            var labels = budget.path("spec").path("selector").path("matchLabels");
            var since = budgets.getOrDefault(budget.path("metadata").path("uid").asText(), Long.MAX_VALUE);
            if (since < time.getAsLong() - WHILE_ASKED
                    && labels.path("app")
                            .equals(pod.path("metadata").path("labels").path("app")))
                return "budget: pod " + name + " was evicted, and "
                        + budget.path("metadata").path("name").asText() + " does not know of it";
        }
        return null;
    }

    private static boolean isReady(ObjectNode pod) {
        return FinalState.condition(pod, "Ready").path("status").asText().equals("True");
    }
}
