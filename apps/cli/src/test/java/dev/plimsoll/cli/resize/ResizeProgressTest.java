package dev.plimsoll.cli.resize;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ClientJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResizeProgressTest {
    private static JsonNode pod(String actual, String conditions) {
        return ClientJson.read("""
                {"metadata":{"generation":2},"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]},
                "status":{"observedGeneration":2,"conditions":[%s],"containerStatuses":[{"name":"c",
                "allocatedResources":{"cpu":"2"},"resources":{"requests":{"cpu":"%s"}}}]}}""".formatted(conditions, actual).getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
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
        var stand = ResizeProgress.of(pod(actual, type.isEmpty() ? "" : condition(type, reason)), "c", List.of("cpu"));
        assertThat(stand.phase()).isEqualTo(expected);
        assertThat(stand.reason()).isEqualTo(type.isEmpty() ? "" : "why");
    }

    @Test
    void anAmountAloneIsForBothWhereBothAreTheSame() {
        var same = ClientJson.read("{\"requests\":{\"cpu\":\"1\"},\"limits\":{\"cpu\":\"1000m\"}}"
                        .getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        var other = ClientJson.read(
                        "{\"requests\":{\"cpu\":\"1\"},\"limits\":{\"cpu\":\"2\"}}".getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        assertThat(RequestedResize.parse("--cpu", "cpu", "3"))
                .isEqualTo(new RequestedResize.Parsed.Ok(new RequestedResize("cpu", "3", "")));
        assertThat(new RequestedResize("cpu", "3", "").completed(same)).isEqualTo(new RequestedResize("cpu", "3", "3"));
        assertThat(new RequestedResize("cpu", "3", "").completed(other)).isEqualTo(new RequestedResize("cpu", "3", ""));
        assertThat(new RequestedResize("cpu", "3", "4").completed(same))
                .isEqualTo(new RequestedResize("cpu", "3", "4"));
        assertThat(RequestedResize.parse("--cpu", "cpu", "much")).isInstanceOf(RequestedResize.Parsed.Malformed.class);
    }
}
