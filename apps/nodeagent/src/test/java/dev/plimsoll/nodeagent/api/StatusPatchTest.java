package dev.plimsoll.nodeagent.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.codec.patch.PatchOutcome;
import dev.plimsoll.codec.patch.StrategicPatch;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.nodeagent.testing.OneNode;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.StatusPatch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The patch of a whole node's report, applied as Kubernetes applies patches. */
// Acceptance of KEP-1287: one-patch
// Acceptance of KEP-5419: status-patch
class StatusPatchTest {
    private static final ObjectMeta META = new ObjectMeta("p", "", "default", "uid-p", 1, Map.of(), Map.of(), null);

    private static StatusReport report() {
        try (var node = new OneNode("cpu=8,memory=32Gi,pods=110")) {
            var spec = PodSpec.builder()
                    .podLevel("cpu=1,memory=1Gi", "memory=2Gi")
                    .container("c", "cpu=500m", "")
                    .build();
            node.run("p", spec);
            node.pass(Duration.ofSeconds(1));
            return node.pod("p").published();
        }
    }

    private static ObjectNode json(String text) {
        return ClientJson.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    private static PodObject pod(JsonNode status) {
        var document = ClientJson.object();
        document.set("status", status);
        return new PodObject(document);
    }

    private static JsonNode applied(String status, StatusPatch patch) {
        var pod =
                json("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','uid':'uid-p'},'status':" + status + "}");
        var outcome =
                StrategicPatch.apply(pod, patch.document(), Schema.bundled().shapeOf("v1", "Pod"));
        return ((PatchOutcome.Patched) outcome).tree().path("status");
    }

    @Test
    void noMapIsToBeReplaced() {
        assertThat(StatusPatch.of(META, report(), "10.0.0.1").document().toString())
                .doesNotContain("\"replace\"");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "{}",
                "{'resources':{}}",
                "{'resources':{'limits':{'cpu':'4'}},'allocatedResources':{'cpu':'2'}}",
                "{'resources':{'requests':{'hugepages-2Mi':'4Mi'}},'podIPs':[{'ip':'10.9.9.9'}]}",
                "{'phase':'Failed','reason':'x','message':'y','conditions':[{'type':'PodResizePending','status':'True'}]}"
            })
    void whateverTheApiHoldsItHoldsTheReportAfterwards(String held) {
        var report = report();
        var known = pod(json(held));
        var patch = StatusPatch.of(META, report, "10.0.0.1", known);
        var after = applied(held, patch);
        assertThat(after.path("resources"))
                .isEqualTo(json("{'requests':{'cpu':'1','memory':'1Gi'},'limits':{'memory':'2Gi'}}"));
        assertThat(after.path("allocatedResources")).isEqualTo(json("{'cpu':'1','memory':'1Gi'}"));
        assertThat(after.path("podIPs")).hasSize(1);
        assertThat(StatusPatch.leavesRest(report, pod(after))).isFalse();
        assertThat(patch.isHeldBy(pod(after))).isTrue();
        assertThat(patch.isHeldBy(known)).isFalse();
    }

    @Test
    void whatOthersSayIsNotComparedAndNotSaidAgainst() {
        var report = report();
        var held = (ObjectNode) applied("{}", StatusPatch.of(META, report, "10.0.0.1"));
        for (var condition : held.path("conditions")) {
            if (condition.path("type").asText().equals("PodScheduled"))
                ((ObjectNode) condition).put("reason", "Recorded");
        }
        held.withArray("conditions").addObject().put("type", "example.com/gate").put("status", "False");
        held.put("nominatedNodeName", "other");
        assertThat(StatusPatch.of(META, report, "10.0.0.1", pod(held)).isHeldBy(pod(held)))
                .isTrue();
    }
}
