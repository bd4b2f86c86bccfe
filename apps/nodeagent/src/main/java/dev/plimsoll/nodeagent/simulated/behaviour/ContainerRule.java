package dev.plimsoll.nodeagent.simulated.behaviour;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.nodeagent.simulated.files.Glob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What containers of a kind do on simulated nodes. What is null, and a text that is empty, the rule leaves open.
 *
 * @param name for people
 * @param match which containers it is about
 * @param startDelay how long a container takes to start
 * @param readinessDelay how long after its start it becomes ready
 * @param duration how long it runs
 * @param exitCode with which it ends, after {@code duration} or, without one, at once
 * @param pullFailure why its image cannot be pulled
 * @param http what it answers, the first that is about a request
 */
record ContainerRule(
        String name,
        Match match,
        @Nullable Duration startDelay,
        @Nullable Duration readinessDelay,
        @Nullable Duration duration,
        @Nullable Integer exitCode,
        @Nullable UsageProfile cpu,
        @Nullable UsageProfile memory,
        String pullFailure,
        List<HttpRule> http) {
    ContainerRule {
        http = List.copyOf(http);
    }

    /** One that says nothing. */
    static final ContainerRule OPEN =
            new ContainerRule("", new Match("", "", Map.of()), null, null, null, null, null, null, "", List.of());

    /**
     * Which containers; empty for all.
     *
     * @param image a pattern of the whole name, with {@code *} and {@code ?}
     * @param namespace likewise
     * @param labels that the pod has, among others
     */
    record Match(String image, String namespace, Map<String, String> labels) {
        Match {
            labels = Map.copyOf(labels);
        }

        boolean accepts(ObjectMeta pod, Container container) {
            return (image.isEmpty() || Glob.matches(image, container.image()))
                    && (namespace.isEmpty() || Glob.matches(namespace, pod.namespace()))
                    && pod.labels().entrySet().containsAll(labels.entrySet());
        }
    }

    /** With what another rule says about all that this one leaves open. */
    ContainerRule or(ContainerRule other) {
        var ends = duration != null || exitCode != null;
        return new ContainerRule(
                name.isEmpty() ? other.name : name,
                match,
                startDelay == null ? other.startDelay : startDelay,
                readinessDelay == null ? other.readinessDelay : readinessDelay,
                ends ? duration : other.duration,
                ends ? exitCode : other.exitCode,
                cpu == null ? other.cpu : cpu,
                memory == null ? other.memory : memory,
                pullFailure.isEmpty() ? other.pullFailure : pullFailure,
                Stream.concat(http.stream(), other.http.stream()).toList());
    }

    /** Whether it says how containers end. */
    boolean ends() {
        return duration != null || exitCode != null;
    }
}
