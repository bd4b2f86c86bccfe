package dev.plimsoll.core.allocatable;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a node does before its hard thresholds are met, and how much it frees once one is.
 *
 * @param thresholds less available for as long as the grace period means that pods go
 * @param gracePeriods one for each of the thresholds
 * @param minimumReclaim how much more than the threshold must be available until the shortage is over
 * @param maxPodGracePeriod how long a pod that goes for a soft threshold may take at most
 */
public record EvictionSoft(
        Map<EvictionSignal, EvictionThreshold> thresholds,
        Map<EvictionSignal, Duration> gracePeriods,
        Map<EvictionSignal, EvictionThreshold> minimumReclaim,
        Duration maxPodGracePeriod) {
    public static final EvictionSoft NONE = new EvictionSoft(Map.of(), Map.of(), Map.of(), Duration.ZERO);

    public EvictionSoft {
        thresholds = Map.copyOf(thresholds);
        gracePeriods = Map.copyOf(gracePeriods);
        minimumReclaim = Map.copyOf(minimumReclaim);
        for (var signal : thresholds.keySet()) {
            if (!gracePeriods.containsKey(signal))
                throw new IllegalArgumentException(
                        "the soft threshold of " + signal.kubernetesName() + " has no grace period");
        }
    }

    public EvictionThreshold of(EvictionSignal signal) {
        return thresholds.getOrDefault(signal, new EvictionThreshold.Off());
    }

    public Duration gracePeriod(EvictionSignal signal) {
        return gracePeriods.getOrDefault(signal, Duration.ZERO);
    }

    public EvictionThreshold minimumReclaim(EvictionSignal signal) {
        return minimumReclaim.getOrDefault(signal, new EvictionThreshold.Off());
    }

    /** As a kubelet's configuration has them, by name. */
    public Map<String, String> thresholdTexts() {
        return texts(thresholds, EvictionThreshold::text);
    }

    /** As a kubelet's configuration has them, by name. */
    public Map<String, String> gracePeriodTexts() {
        return texts(gracePeriods, period -> period.toSeconds() + "s");
    }

    /** As a kubelet's configuration has it, by name. */
    public Map<String, String> minimumReclaimTexts() {
        return texts(minimumReclaim, EvictionThreshold::text);
    }

    private static <V> Map<String, String> texts(Map<EvictionSignal, V> values, Function<V, String> text) {
        var texts = new TreeMap<String, String>();
        values.forEach((signal, value) -> texts.put(signal.kubernetesName(), text.apply(value)));
        return texts;
    }
}
