package dev.plimsoll.e2e;

import dev.plimsoll.fakes.resize.ResizeScenario;
import dev.plimsoll.fakes.resize.ResizeTable;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tables of Kubernetes' own tests, which simulated nodes go through in every build. Eighty rows take half an hour and more: they are run
 * by their name only, {@code proof/e2e/run EveryResize}.
 */
class EveryResize implements UsualNode {
    static Stream<ResizeScenario> rows() {
        return SeenResize.chosen(ResizeTable.rows());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void row(ResizeScenario row, RealNode node) throws Exception {
        SeenResize.of(row, node).play();
    }
}
