package dev.plimsoll.core.estimation.boost;

import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code startupBoost} of a VerticalPodAutoscaler.
 *
 * @param wideOrNull for containers whose policy names none
 * @param containers by the names of policies, {@code *} included
 */
public record StartupBoosts(@Nullable CpuBoost wideOrNull, Map<String, CpuBoost> containers) {
    public static final StartupBoosts NONE = new StartupBoosts(null, Map.of());

    public StartupBoosts {
        containers = Map.copyOf(containers);
    }

    public boolean isEmpty() {
        return wideOrNull == null && containers.isEmpty();
    }

    public Optional<CpuBoost> of(String container) {
        var own = containers.get(container);
        if (own == null) own = containers.get(ContainerPolicy.ANY);
        return Optional.ofNullable(own == null ? wideOrNull : own);
    }

    /** How long the longest of these containers' boosts lasts; a boost that is no longer named ends when the pod is ready. */
    public Duration longest(Collection<String> boosted) {
        var longest = Duration.ZERO;
        for (var container : boosted) {
            var duration = of(container).map(CpuBoost::duration).orElse(Duration.ZERO);
            if (duration.compareTo(longest) > 0) longest = duration;
        }
        return longest;
    }
}
