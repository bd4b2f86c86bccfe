package dev.plimsoll.core.allocatable;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

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

    /** Thresholds as a kubelet's configuration has them, by name. */
    static Map<String, String> texts(Map<EvictionSignal, EvictionThreshold> thresholds) {
        var texts = new TreeMap<String, String>();
        thresholds.forEach((signal, threshold) -> texts.put(signal.kubernetesName(), threshold.text()));
        return texts;
    }
}
