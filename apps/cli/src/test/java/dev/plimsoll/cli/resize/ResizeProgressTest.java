package dev.plimsoll.cli.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.objects.pod.PodObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of the command line: resize
class ResizeProgressTest {
    private static Pod pod(String actual, String conditions) {
        var document = ClientJson.read("""
                {"metadata":{"generation":2},"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]},
                "status":{"observedGeneration":2,"conditions":[%s],"containerStatuses":[{"name":"c",
                "allocatedResources":{"cpu":"2"},"resources":{"requests":{"cpu":"%s"}}}]}}""".formatted(conditions, actual).getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        return new PodObject(document).view().orThrow();
    }

    private static String condition(String type, String reason) {
        return "{\"type\":\"" + type + "\",\"status\":\"True\",\"reason\":\"" + reason + "\",\"message\":\"why\"}";
    }

    @ParameterizedTest
    @CsvSource({
        "2000m, '', '', DONE",
        "1, '', '', ASKED",
        "1, PodResizePending, Deferred, DEFERRED",
        "1, PodResizePending, Infeasible, INFEASIBLE",
        "1, PodResizeInProgress, '', IN_PROGRESS",
        "1, PodResizeInProgress, Error, FAILING"
    })
    void howFarItIs(String actual, String type, String reason, ResizeProgress.Phase expected) {
        var stand = ResizeProgress.of(
                pod(actual, type.isEmpty() ? "" : condition(type, reason)), "c", List.of(ResourceName.CPU));
        assertThat(stand.phase()).isEqualTo(expected);
        assertThat(stand.reason()).isEqualTo(type.isEmpty() ? "" : "why");
    }

    @Test
    void anAmountAloneIsForBothWhereBothAreTheSame() {
        var same = ResourceRequirements.parse("cpu=1", "cpu=1000m");
        var other = ResourceRequirements.parse("cpu=1", "cpu=2");
        assertThat(RequestedResize.parse("--cpu", ResourceName.CPU, "3"))
                .isEqualTo(new RequestedResize.Parsed.Ok(new RequestedResize(ResourceName.CPU, "3", "")));
        assertThat(new RequestedResize(ResourceName.CPU, "3", "").completed(same))
                .isEqualTo(new RequestedResize(ResourceName.CPU, "3", "3"));
        assertThat(new RequestedResize(ResourceName.CPU, "3", "").completed(other))
                .isEqualTo(new RequestedResize(ResourceName.CPU, "3", ""));
        assertThat(new RequestedResize(ResourceName.CPU, "3", "4").completed(same))
                .isEqualTo(new RequestedResize(ResourceName.CPU, "3", "4"));
        assertThat(RequestedResize.parse("--cpu", ResourceName.CPU, "much"))
                .isInstanceOf(RequestedResize.Parsed.Malformed.class);
    }
}
