package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.fakes.resize.DecidedResizeScenarios;
import dev.plimsoll.fakes.resize.DeferredResizeScenarios;
import dev.plimsoll.fakes.resize.ExpectedCgroups;
import dev.plimsoll.nodeagent.runtime.CommandOutcome;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.scheduler.SchedulerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

// Acceptance of nodes: resize-best-effort, resize-init, resize-rollback, resize-below-usage, resize-deferred
// Acceptance of nodes: resize-deferred-order, resize-infeasible, resize-preemption, resize-limits
/** Resizes that wait, are taken back or are refused, read inside the containers of a simulated node. Real nodes do the same in {@code proof/e2e}. */
@Timeout(120)
class ResizeDecisionsTest {
    private static final long NODE_MEMORY = 32L << 30;
    private static final Duration LONGEST_COMMAND = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private SimulatedCluster cluster;
    private DecidedResizeScenarios scenarios;
    private DeferredResizeScenarios deferred;

    @BeforeEach
    void start() {
        start(FeatureGates.DEFAULT);
    }

    private void start(FeatureGates gates) {
        cluster = new SimulatedCluster(folder.resolve("node"), gates);
        RegisteredNode.await(cluster.client, SimulatedCluster.NODE);
        var node = new Simulated(cluster);
        var expected = new ExpectedCgroups(NODE_MEMORY, ExpectedCgroups.Weights.CURVED);
        scenarios = new DecidedResizeScenarios(node, expected);
        deferred = new DeferredResizeScenarios(node, expected);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private record Simulated(SimulatedCluster cluster) implements DecidedResizeScenarios.NodeUnderTest {
        @Override
        public ApiClient client() {
            return cluster.client;
        }

        @Override
        public String image() {
            return "busybox:1";
        }

        @Override
        public ObjectNode create(String name, ObjectNode spec) {
            cluster.create(name, spec.toString());
            return cluster.get(name);
        }

        @Override
        public ObjectNode run(String name, ObjectNode spec) throws InterruptedException {
            return cluster.run(name, spec.toString());
        }

        @Override
        public ObjectNode await(String name, String what, Predicate<ObjectNode> wanted) throws InterruptedException {
            return cluster.await(name, what, wanted);
        }

        @Override
        public void awaitGone(String name) throws InterruptedException {
            cluster.pods.awaitNone(
                    "the end of " + name,
                    pod -> pod.at("/metadata/name").asText().equals(name));
        }

        @Override
        public String sh(ObjectNode pod, String container, String script) {
            var agent = cluster.nodes().agents().get(SimulatedCluster.NODE);
            assertThat(agent).isNotNull();
            var uid = pod.at("/metadata/uid").asText();
            var outcome = agent.runtime().run(uid, container, List.of("/bin/sh", "-c", script), LONGEST_COMMAND);
            assertThat(outcome).as(script).isInstanceOf(CommandOutcome.Exited.class);
            var exited = (CommandOutcome.Exited) outcome;
            assertThat(exited.code()).as(exited.output()).isZero();
            return exited.output();
        }
    }

    @Test
    void aDeferredResizeIsTakenBackAskedForAgainAndGranted() throws Exception {
        scenarios.deferredTakenBackAndGranted();
    }

    @Test
    void whatTheNodeNeverHasIsRefused() throws Exception {
        scenarios.infeasible();
    }

    @Test
    void aQuotaRefusesWhatIsOverIt() throws Exception {
        scenarios.quota();
    }

    @Test
    void boundsOfALimitRangeHold() throws Exception {
        scenarios.limitRange();
    }

    @Test
    void anInitContainerThatHasEndedIsLeftAlone() throws Exception {
        scenarios.initContainer();
    }

    @Test
    void aBestEffortPodStaysOne() throws Exception {
        scenarios.bestEffort();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMemoryLimitIsNotLoweredBelowWhatIsUsed(boolean isPodLevel) throws Exception {
        scenarios.belowUsage(isPodLevel);
    }

    @Test
    void anInitContainerThatRunsIsResized() throws Exception {
        scenarios.runningInitContainer();
    }

    @Test
    void aDeferredResizeIsGrantedWhenAnotherPodShrinks() throws Exception {
        deferred.grantedByAShrink();
    }

    @Test
    void deferredResizesAreGrantedInTheirOrder() throws Exception {
        deferred.granted();
    }

    @Test
    void deferredResizesFollowEachOther() throws Exception {
        deferred.chained();
    }

    private interface Scenario {
        void play() throws InterruptedException;
    }

    @Test
    void aDeferredResizeSendsALessImportantPodAway() throws Exception {
        withPreemption(scenarios::preemption);
    }

    @Test
    void aNodeMayForbidThatAResizeSendsAPodAway() throws Exception {
        cluster.close();
        start(FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_VERTICAL_SCALING_SCHEDULER_PREEMPTION, true));
        withPreemption(scenarios::forbiddenPreemption);
    }

    private void withPreemption(Scenario scenario) throws InterruptedException {
        Queue<String> defects = new ConcurrentLinkedQueue<>();
        var gates = FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_VERTICAL_SCALING_SCHEDULER_PREEMPTION, true);
        try (var scheduler = new Scheduler(
                cluster.server.inProcess(),
                SchedulerSettings.ALONE.withGates(gates),
                new ProgramContext(Time.system(), new Random(7), ReportedDefects.asTexts(defects::add)))) {
            scheduler.start();
            scenario.play();
        }
        assertThat(defects).isEmpty();
    }
}
