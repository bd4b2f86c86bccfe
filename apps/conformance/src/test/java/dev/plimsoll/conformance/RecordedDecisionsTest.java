package dev.plimsoll.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every recorded line is decided as Kubernetes decided it, or differs under a name that the documentation explains. */
class RecordedDecisionsTest {
    private static final Path CORPUS =
            Path.of(System.getProperty("plimsoll.corpus", System.getProperty("plimsoll.root") + "/../shared/corpus"));

    static Stream<Replay> replays() {
        return Conformance.replays().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("replays")
    void agrees(Replay replay) throws IOException {
        assumeTrue(RecordingFile.in(CORPUS, replay.recording()).exists(), "no recordings in " + CORPUS);
        var result = Conformance.run(CORPUS, replay);
        assertThat(result.first()).isEmpty();
        assertThat(result.lines()).isPositive();
        assertThat(result.diverging()).as("divergences stay exceptions").isLessThan(result.lines() / 50);
    }
}
