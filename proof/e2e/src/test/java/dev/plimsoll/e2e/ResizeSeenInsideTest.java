package dev.plimsoll.e2e;

import dev.plimsoll.fakes.resize.ResizeScenario;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of nodes: resize-guaranteed, resize-burstable, resize-opposite, resize-3-containers
// Acceptance of nodes: resize-6-containers, resize-equivalents, resize-sidecar, resize-restart-policies
// Acceptance of nodes: resize-pod-level, resize-formulas, resize-events
/** The resizes that simulated nodes carry out in every build, read by exec in real containers and at the pod's real cgroup. */
@Order(8)
class ResizeSeenInsideTest implements UsualNode {
    static Stream<ResizeScenario> scenarios() {
        return SeenResize.chosen(ResizeScenario.all());
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void seenInside(ResizeScenario scenario, RealNode node) throws Exception {
        SeenResize.of(scenario, node).play();
    }
}
