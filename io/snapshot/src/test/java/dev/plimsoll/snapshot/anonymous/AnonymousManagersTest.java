package dev.plimsoll.snapshot.anonymous;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of simulate: snapshot-anonymous
class AnonymousManagersTest {
    private static final String UID = "11111111-2222-3333-4444-555555555555";

    private final Pseudonyms pseudonyms = new Pseudonyms("a key".getBytes(StandardCharsets.UTF_8));
    private final Anonymizer anonymizer = new Anonymizer(pseudonyms);

    private static ResourceManagers managers() {
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus("0", Map.of())
                .withStaticMemory(Map.of(0, ResourceAmounts.parse("memory=64Mi")))
                .withAlignment("single-numa-node", "pod", Map.of());
        var machine = MachineNotation.literal("1s2n8c1t,memory=8Gi");
        return switch (ResourceManagers.configure(machine, settings, FeatureGates.DEFAULT)) {
            case ResourceManagers.Configured.Ready(var ready) -> ready;
            case ResourceManagers.Configured.Refused(var reasons) ->
                throw new IllegalStateException(reasons.toString());
        };
    }

    @Test
    @DisplayName("who holds which CPUs and which memory stays the same under other names")
    void sameHolders() {
        var pod = JsonNodeFactory.instance.objectNode();
        pod.putObject("metadata")
                .put("namespace", "shop")
                .put("name", "decoder")
                .put("uid", UID);
        var container = pod.putObject("spec").putArray("containers").addObject().put("name", "payments");
        for (var side : new String[] {"requests", "limits"}) {
            container.withObject("/resources/" + side).put("cpu", "2").put("memory", "1Gi");
        }
        var managers = managers();
        if (!(managers.admit(managers.initialState(), PodReader.read(pod).orThrow())
                instanceof TopologyAdmission.Admitted(var state, var placement))) {
            throw new AssertionError("the pod is refused");
        }
        var node = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata")
                .put("name", "worker")
                .putObject("annotations")
                .put(NumaZonesAnnotation.NAME, NumaZonesAnnotation.text(managers, state))
                .put("corp.example/state", "{\"payments\":1}");

        var anonymous = anonymizer.anonymous(node);
        var read = NumaZonesAnnotation.managers(anonymous).orElseThrow();
        var holder = pseudonyms.uid(UID);
        assertThat(read.holds(holder)).isTrue();
        assertThat(read.state().cpus().shared()).isEqualTo(state.cpus().shared());
        var before = Objects.requireNonNull(state.cpus().pods().get(UID)).containers();
        var after =
                Objects.requireNonNull(read.state().cpus().pods().get(holder)).containers();
        assertThat(after.keySet()).containsExactly(pseudonyms.text("payments"));
        assertThat(after.values()).containsExactlyElementsOf(before.values());
        assertThat(read.state().memory().ledger()).isEqualTo(state.memory().ledger());
        assertThat(anonymous.toString()).doesNotContain("payments", UID, "corp");
        assertThat(node.toString()).contains("payments");

        pod.withObject("/status")
                .putArray("conditions")
                .addObject()
                .put("type", AssignedResources.CONDITION)
                .put("status", "True")
                .put("message", AssignedResources.message(placement));
        var assigned =
                anonymizer.anonymous(pod).at("/status/conditions/0/message").asText();
        assertThat(AssignedResources.read(assigned).orElseThrow().get(pseudonyms.text("payments")))
                .isEqualTo(AssignedResources.read(AssignedResources.message(placement))
                        .orElseThrow()
                        .get("payments"));
    }

    @Test
    @DisplayName("what is not understood is left out")
    void notUnderstood() {
        var node = JsonNodeFactory.instance.objectNode().put("kind", "Node");
        node.withObject("/metadata/annotations").put(NumaZonesAnnotation.NAME, "{\"managers\":{\"payments\":1}}");
        assertThat(anonymizer.anonymous(node).toString()).doesNotContain("payments", "managers");
    }
}
