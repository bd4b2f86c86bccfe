package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: patches, older-autoscaler, replay-kinds, replay-patches
/**
 * Replays requests that were answered by a kube-apiserver and compares. Without the recordings the tests do not run. All
 * differences of a recording are in {@code target/replay-NAME.txt}, the counts on the console. A number is how many steps agree at
 * least, until all of them do.
 */
class WireReplayTest {
    @Test
    void firstRecording() throws IOException {
        assertThat(replay("wire.jsonl").differing()).isEmpty();
    }

    /** Steps of kinds that answer differently, each named in docs/divergences.md. */
    private static final List<String> DIVERGENCES_OF_KINDS = List.of(
            "v1 ResourceQuota get",
            "v1 ResourceQuota table",
            "v1 ResourceQuota label",
            "v1 ResourceQuota unknown field strict",
            "v1 ResourceQuota delete",
            "apps/v1 ControllerRevision label",
            "apps/v1 ControllerRevision unknown field strict");

    @Test
    void kinds() throws IOException {
        assertThat(replay("kinds.jsonl.gz").differing())
                .filteredOn(step -> !DIVERGENCES_OF_KINDS.contains(step.name()))
                .isEmpty();
    }

    @Test
    void patches() throws IOException {
        assertThat(replay("patches.jsonl.gz").differing()).isEmpty();
    }

    @Test
    void rules() throws IOException {
        assertThat(replay("rules.jsonl.gz").agreeing()).isGreaterThanOrEqualTo(926);
    }

    private static WireReplay.Result replay(String name) throws IOException {
        var file = WireReplay.recording(name);
        Assumptions.assumeTrue(file.isPresent(), "no recording " + name);
        try (var server = new TestServer()) {
            var result = WireReplay.replay(file.get(), server);
            result.write(Path.of("target", "replay-" + name.replaceFirst("\\..*", "") + ".txt"));
            System.out.print(name + ": " + result.summary());
            assertThat(server.defects()).isEmpty();
            return result;
        }
    }
}
