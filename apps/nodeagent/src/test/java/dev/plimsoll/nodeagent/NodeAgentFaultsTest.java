package dev.plimsoll.nodeagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.nodeagent.testing.OneNode;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One call of the runtime or the disk throws, each in turn: the pod starts, is resized and ends all the same. */
class NodeAgentFaultsTest {
    private static final String NODE = "cpu=8,memory=32Gi,pods=110";

    /** What is thrown. */
    private static RuntimeException exception(boolean isDefect) {
        return isDefect
                ? new IllegalStateException("a mistake")
                : new UncheckedIOException(new FileSystemException("/volumes", null, "No space left on device"));
    }

    /** Calls of one method; the one with the number throws. */
    private static final class Faulty implements InvocationHandler {
        private final Object inner;
        private final String method;
        private final int failing;
        private final RuntimeException exception;
        private int calls;

        Faulty(Object inner, String method, int failing, RuntimeException exception) {
            this.inner = inner;
            this.method = method;
            this.failing = failing;
            this.exception = exception;
        }

        <T> T as(Class<T> type) {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this));
        }

        @Override
        public @Nullable Object invoke(Object proxy, java.lang.reflect.Method called, Object[] arguments)
                throws Throwable {
            if (called.getName().equals(method) && calls++ == failing) throw exception;
            try {
                return called.invoke(inner, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    /** How many acts and saves the whole life of a pod takes where nothing fails. */
    private static int calls(String method) {
        var counts = new ArrayList<Faulty>();
        var checkpoints = new Faulty(NodeCheckpoints.inMemory(), method, -1, exception(true));
        try (var node = new OneNode(
                NODE,
                runtime -> {
                    counts.add(new Faulty(runtime, method, -1, exception(true)));
                    return counts.getFirst().as(PodRuntime.class);
                },
                checkpoints.as(NodeCheckpoints.class))) {
            live(node);
        }
        return counts.getFirst().calls + checkpoints.calls;
    }

    private static PodSpec spec(String cpu) {
        return PodSpec.builder()
                .container("c", "cpu=" + cpu, "cpu=4")
                .container("d", "cpu=100m", "")
                .build();
    }

    /** Starts, is resized, is deleted; with the pauses after which a node tries again. */
    private static void live(OneNode node) {
        node.run("p", spec("1"));
        node.pass(Duration.ofMinutes(1));
        assertThat(node.pod("p").stage()).isEqualTo(Stage.ADMITTED);
        assertThat(node.runtime.running()).containsKey("uid-p");

        var pod = node.pod("p").pod();
        var meta = pod.metadata().withGeneration(2);
        node.agent.tell(new NodeEvent.PodUpdated(node.time.instant(), new Pod(meta, spec("2"), pod.status())));
        node.pass(Duration.ofMinutes(6));
        assertThat(node.pod("p").conditions().inProgressOrNull()).isNull();
        assertThat(node.pod("p").allocatedPod().spec()).isEqualTo(spec("2"));

        node.agent.tell(new NodeEvent.EvictionAsked(
                node.time.instant(), "uid-p", "Evicted", "for a test", Duration.ofSeconds(1)));
        node.pass(Duration.ofMinutes(6));
        assertThat(node.pod("p").stage().holdsResources()).isFalse();
    }

    record Case(boolean isDefect, int number) {
        @Override
        public String toString() {
            return (isDefect ? "a mistake" : "a full disk") + " at call " + number;
        }
    }

    private static Stream<Case> cases(int calls) {
        assertThat(calls).isGreaterThan(3);
        return Stream.of(true, false)
                .flatMap(isDefect ->
                        Stream.iterate(0, i -> i + 1).limit(calls).map(number -> new Case(isDefect, number)));
    }

    static Stream<Case> acts() {
        return cases(calls("perform"));
    }

    static Stream<Case> saves() {
        return cases(calls("save"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("acts")
    @DisplayName("an act that throws is answered")
    void actThatThrows(Case each) {
        try (var node = new OneNode(
                NODE,
                runtime ->
                        new Faulty(runtime, "perform", each.number(), exception(each.isDefect())).as(PodRuntime.class),
                NodeCheckpoints.inMemory())) {
            live(node);
            assertThat(node.expectedDefects).hasSize(each.isDefect() ? 1 : 0);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("saves")
    @DisplayName("a checkpoint that throws is answered")
    void saveThatThrows(Case each) {
        var checkpoints = new Faulty(NodeCheckpoints.inMemory(), "save", each.number(), exception(each.isDefect()));
        try (var node = new OneNode(NODE, runtime -> runtime, checkpoints.as(NodeCheckpoints.class))) {
            live(node);
            assertThat(node.expectedDefects).isEqualTo(List.of());
        }
    }
}
