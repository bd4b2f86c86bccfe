package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.status.ResizeText;
import org.junit.jupiter.api.Test;

// Acceptance of KEP-5419: events-pod-level
class ResizeTextTest {
    @Test
    void containersGenerationAndError() {
        var spec = PodSpec.builder().container("c1", "cpu=5,memory=4500Mi", "").build();
        assertThat(ResizeText.of(
                        spec, 2, "Node didn't have enough resource: cpu, requested: 5000, used: 0, capacity: 4000"))
                .isEqualTo(
                        "{\"containers\":[{\"name\":\"c1\",\"resources\":{\"requests\":{\"cpu\":\"5\",\"memory\":\"4500Mi\"}}}],"
                                + "\"generation\":2,\"error\":\"Node didn't have enough resource: cpu, requested: 5000, used: 0,"
                                + " capacity: 4000\"}");
    }

    @Test
    void initContainersComeFirstAndQuotesAreEscaped() {
        var spec = PodSpec.builder()
                .sidecar("s", "", "cpu=1")
                .container("c1", "", "")
                .build();
        assertThat(ResizeText.of(spec, 3, "a \"b\"\n"))
                .isEqualTo(
                        "{\"initContainers\":[{\"name\":\"s\",\"resources\":{\"limits\":{\"cpu\":\"1\"}}}],\"containers\":[{"
                                + "\"name\":\"c1\",\"resources\":{}}],\"generation\":3,\"error\":\"a \\\"b\\\"\\n\"}");
    }

    @Test
    void thePodLevelComesAfterTheContainers() {
        var spec = PodSpec.builder()
                .podLevel("cpu=2", "cpu=6")
                .container("c1", "", "")
                .build();
        assertThat(ResizeText.of(spec, 8, ""))
                .isEqualTo("{\"containers\":[{\"name\":\"c1\",\"resources\":{}}],"
                        + "\"resources\":{\"limits\":{\"cpu\":\"6\"},\"requests\":{\"cpu\":\"2\"}},\"generation\":8}");
    }
}
