package dev.plimsoll.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.objects.pod.PodObject;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The states of pods as statuses tell them. */
// Acceptance of the console: pod-states
class PodStatesTest {
    private static ResourceStates cpu(String document) {
        var object = new PodObject(
                ClientJson.read(document.getBytes(StandardCharsets.UTF_8)).orElseThrow());
        return PodStates.of(((Read.Ok<Pod>) object.view()).value(), null, Compute.CPU);
    }

    @Test
    @DisplayName(
            "a pod whose init container asked for more than it runs with, and that has overhead, has no resize on its way")
    void initContainers() {
        var states = cpu("""
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "a"}, "spec": {"overhead": {"cpu": "10m"},
                  "initContainers": [{"name": "migrate", "image": "i", "resources": {"requests": {"cpu": "500m"}}},
                    {"name": "proxy", "image": "i", "restartPolicy": "Always", "resources": {"requests": {"cpu": "20m"}}}],
                  "containers": [{"name": "app", "image": "i", "resources": {"requests": {"cpu": "100m"}}}]}, "status": {
                  "initContainerStatuses": [{"name": "migrate", "allocatedResources": {"cpu": "500m"}}, {"name": "proxy", "allocatedResources": {"cpu": "20m"}}],
                  "containerStatuses": [{"name": "app", "allocatedResources": {"cpu": "100m"}, "resources": {"requests": {"cpu": "100m"}}}]}}""");
        assertThat(states.desired()).isEqualTo(510);
        assertThat(states.allocated()).isEqualTo(510);
        assertThat(states.isSettled()).isTrue();
    }

    @Test
    @DisplayName("what a container was granted counts in place of what it asks for")
    void allocated() {
        var states = cpu("""
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "a"}, "spec": {
                  "containers": [{"name": "app", "image": "i", "resources": {"requests": {"cpu": "300m"}}}, {"name": "b", "image": "i", "resources": {"requests": {"cpu": "50m"}}}]}, "status": {
                  "containerStatuses": [{"name": "app", "allocatedResources": {"cpu": "100m"}}, {"name": "b", "allocatedResources": {"cpu": "50m"}}]}}""");
        assertThat(states.desired()).isEqualTo(350);
        assertThat(states.allocated()).isEqualTo(150);
        assertThat(states.actual()).isEqualTo(ResourceStates.UNKNOWN);
        assertThat(states.isSettled()).isFalse();
    }

    @Test
    @DisplayName("a node that tells nothing of the pod level tells nothing that can be compared with it")
    void podLevel() {
        var states = cpu("""
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "a"}, "spec": {"resources": {"requests": {"cpu": "1"}},
                  "containers": [{"name": "app", "image": "i", "resources": {"requests": {"cpu": "300m"}}}]}, "status": {
                  "containerStatuses": [{"name": "app", "allocatedResources": {"cpu": "300m"}}]}}""");
        assertThat(states.desired()).isEqualTo(1000);
        assertThat(states.allocated()).isEqualTo(ResourceStates.UNKNOWN);
    }
}
