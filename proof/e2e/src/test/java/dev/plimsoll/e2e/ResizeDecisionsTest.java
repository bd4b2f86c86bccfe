package dev.plimsoll.e2e;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.fakes.resize.DecidedResizeScenarios;
import dev.plimsoll.fakes.resize.DeferredResizeScenarios;
import dev.plimsoll.fakes.resize.ExpectedCgroups;
import java.io.IOException;
import java.util.function.Predicate;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: resize-best-effort, resize-init, resize-rollback, resize-below-usage, resize-deferred
// Acceptance of nodes: resize-deferred-order, resize-infeasible, resize-preemption, resize-limits
/** Resizes that wait, are taken back or are refused, as simulated nodes have them in every build, read by exec in real containers. */
@Order(9)
class ResizeDecisionsTest implements UsualNode {
    private static DecidedResizeScenarios scenarios(RealNode node) throws IOException, InterruptedException {
        return new DecidedResizeScenarios(new Real(node), new ExpectedCgroups(node.memory(), node.weights()));
    }

    private record Real(RealNode node) implements DecidedResizeScenarios.NodeUnderTest {
        @Override
        public ApiClient client() {
            return node.client;
        }

        @Override
        public String image() {
            return "localhost/busybox:e2e";
        }

        @Override
        public ObjectNode create(String name, ObjectNode spec) throws InterruptedException {
            return node.create(name, spec.toString());
        }

        @Override
        public ObjectNode run(String name, ObjectNode spec) throws InterruptedException {
            node.create(name, spec.toString());
            return node.await(name, "ready", RealNode::isReady);
        }

        @Override
        public ObjectNode await(String name, String what, Predicate<ObjectNode> wanted) throws InterruptedException {
            return node.await(name, what, wanted);
        }

        @Override
        public void awaitGone(String name) throws InterruptedException {
            node.pods.awaitNone(
                    "the end of " + name,
                    pod -> pod.at("/metadata/name").asText().equals(name));
        }

        @Override
        public String sh(ObjectNode pod, String container, String script) throws InterruptedException {
            return node.exec.sh(pod.at("/metadata/name").asText(), container, script);
        }
    }

    @Test
    void aDeferredResizeIsTakenBackAskedForAgainAndGranted(RealNode node) throws Exception {
        scenarios(node).deferredTakenBackAndGranted();
    }

    @Test
    void whatTheNodeNeverHasIsRefused(RealNode node) throws Exception {
        scenarios(node).infeasible();
    }

    @Test
    void aQuotaRefusesWhatIsOverIt(RealNode node) throws Exception {
        scenarios(node).quota();
    }

    @Test
    void boundsOfALimitRangeHold(RealNode node) throws Exception {
        scenarios(node).limitRange();
    }

    @Test
    void anInitContainerThatHasEndedIsLeftAlone(RealNode node) throws Exception {
        scenarios(node).initContainer();
    }

    @Test
    void aBestEffortPodStaysOne(RealNode node) throws Exception {
        scenarios(node).bestEffort();
    }

    private static DeferredResizeScenarios deferred(RealNode node) throws IOException, InterruptedException {
        return new DeferredResizeScenarios(new Real(node), new ExpectedCgroups(node.memory(), node.weights()));
    }

    @Test
    void aMemoryLimitIsNotLoweredBelowWhatIsUsed(RealNode node) throws Exception {
        scenarios(node).belowUsage(false);
    }

    @Test
    void aMemoryLimitOfThePodIsNotLoweredBelowWhatIsUsed(RealNode node) throws Exception {
        scenarios(node).belowUsage(true);
    }

    @Test
    void anInitContainerThatRunsIsResized(RealNode node) throws Exception {
        scenarios(node).runningInitContainer();
    }

    @Test
    void aDeferredResizeIsGrantedWhenAnotherPodShrinks(RealNode node) throws Exception {
        deferred(node).grantedByAShrink();
    }

    @Test
    void deferredResizesAreGrantedInTheirOrder(RealNode node) throws Exception {
        deferred(node).granted();
    }

    @Test
    void deferredResizesFollowEachOther(RealNode node) throws Exception {
        deferred(node).chained();
    }

    @Test
    void aNodeMayForbidThatAResizeSendsAPodAway(RealNode node) throws Exception {
        try (var _ = node.scheduler("InPlacePodVerticalScalingSchedulerPreemption=true")) {
            scenarios(node).forbiddenPreemption();
        }
    }

    @Test
    void aDeferredResizeSendsALessImportantPodAway(RealNode node) throws Exception {
        try (var _ = node.scheduler("InPlacePodVerticalScalingSchedulerPreemption=true")) {
            scenarios(node).preemption();
        }
    }
}
