package dev.plimsoll.scheduler.loop;

import dev.plimsoll.core.placement.profile.Plugin;
import java.util.Map;

/**
 * Numbers that the loop shows to whoever asks, as of its last turn.
 *
 * @param pending pods by queue
 * @param refusals pods that wait by the rule that refused them
 * @param bindings how many are on their way
 */
public record Gauges(
        Map<String, Integer> pending, Map<Plugin, Integer> refusals, int nodes, int pods, int assumed, int bindings) {
    public static final Gauges NONE = new Gauges(Map.of(), Map.of(), 0, 0, 0, 0);

    public Gauges {
        pending = Map.copyOf(pending);
        refusals = Map.copyOf(refusals);
    }
}
