package dev.plimsoll.e2e;

import dev.plimsoll.fakes.resize.ResizeScenario;
import dev.plimsoll.fakes.resize.ResizeTable;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tables of Kubernetes' own tests, which simulated nodes go through in every build. Eighty rows take half an hour and more: they are run
 * by their name only, {@code proof/e2e/run EveryResize}.
 */
@Timeout(600)
@ExtendWith(OnRealNode.class)
class EveryResize {
    @BeforeAll
    static void start(RealNode node) throws IOException, InterruptedException {
        node.serveWith(RealNode.USUAL);
    }

    @AfterEach
    void clear(RealNode node) throws IOException, InterruptedException {
        node.clear();
    }

    static Stream<ResizeScenario> rows() {
        return ResizeSeenInsideTest.chosen(ResizeTable.rows());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void row(ResizeScenario scenario, RealNode node) throws Exception {
        ResizeSeenInsideTest.play(scenario, node);
    }
}
