package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.autoscaler.prometheus.PastContainer;
import dev.plimsoll.autoscaler.prometheus.PastContainer.Use;
import dev.plimsoll.autoscaler.prometheus.PastPod;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What pods that are gone used as a whole. */
// Acceptance of the autoscaler: whole
class PastPodTest {
    private static PastContainer container(String pod, String name, long... times) {
        var uses = new ArrayList<Use>();
        for (var time : times) {
            uses.add(new Use(time, Compute.CPU, 100));
            uses.add(new Use(time, Compute.MEMORY, 1000));
        }
        return new PastContainer(new ObjectName("default", pod), name, Map.of("app", "web"), uses);
    }

    @Test
    @DisplayName("each pod has its own containers")
    void pods() {
        var pods = PastPod.of(List.of(container("a", "main", 1), container("b", "main", 1), container("a", "side", 1)));
        assertThat(pods).extracting(pod -> pod.containers().size()).containsExactly(2, 1);
        assertThat(pods.getFirst().labels()).containsEntry("app", "web");
    }

    @Test
    @DisplayName("an init container has ended when the others begin, and counts for nothing")
    void initContainers() {
        var pod = new PastPod(
                List.of(container("a", "init", 1, 2), container("a", "main", 2, 3, 4), container("a", "side", 3, 4)));
        assertThat(pod.together().keySet()).containsExactly(2L, 3L, 4L);
        assertThat(new PastPod(List.of(container("a", "init", 1, 2))).together().keySet())
                .as("a pod with one container has no other")
                .containsExactly(1L, 2L);
    }

    @Test
    @DisplayName("a container that was never measured is left out")
    void unmeasured() {
        var pod = new PastPod(List.of(container("a", "main", 1, 2), container("a", "side")));
        assertThat(pod.together().keySet()).containsExactly(1L, 2L);
    }
}
