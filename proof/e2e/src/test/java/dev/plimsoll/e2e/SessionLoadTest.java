package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: sessions-200, session-vanished, session-hangs
/** Many sessions in real containers, clients that vanish and a runtime that hangs: what the node had before is what it has after. */
@Order(15)
class SessionLoadTest implements UsualNode {
    private static final int AT_ONCE = 200;
    private static final int VANISHING = 20;

    /** What the agent holds: sessions, and descriptors of files and connections. */
    private record Held(int sessions, int descriptors) {
        static Held of(RealNode node) throws IOException, InterruptedException {
            return new Held(
                    (int) node.metric("plimsoll_node_held_streams{kind=\"exec\"}"),
                    Integer.parseInt(node.guest.sh("ls /proc/$(cat /tmp/agent.pid)/fd | wc -l")));
        }
    }

    /** Connections that are kept for the next request come and go; a session has at least two of its own. */
    private static void nothingIsLeft(RealNode node, Held before, int sessions)
            throws IOException, InterruptedException {
        node.guest.await(
                "wget -qO- http://127.0.0.1:10255/metrics | grep -q 'plimsoll_node_held_streams{kind=\"exec\"} 0'");
        assertThat(Held.of(node).descriptors()).isLessThan(before.descriptors() + sessions);
        node.guest.await(
                "[ $(ls /proc/$(cat /tmp/agent.pid)/fd | wc -l) -lt " + (before.descriptors() + sessions) + " ]");
    }

    private static void processesOf(RealNode node, String pod, int count) throws InterruptedException {
        node.exec.sh(pod, "c", "until [ $(ls -d /proc/[0-9]* | wc -l) -le " + count + " ]; do sleep 1; done");
    }

    @Test
    void twoHundredSessionsAtOnceAreNotMixed(RealNode node) throws Exception {
        node.run("p", Specs.pod(Specs.container("c", Specs.NONE)));
        node.exec.sh("p", "c", "true");
        var before = Held.of(node);
        var start = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<Future<Exec.Ran>>();
            for (var i = 0; i < AT_ONCE; i++) {
                var number = i;
                results.add(threads.submit(() -> node.exec.run("p", "c", "echo " + number + "; exit " + number % 7)));
            }
            for (var i = 0; i < AT_ONCE; i++)
                assertThat(results.get(i).get()).isEqualTo(new Exec.Ran(i % 7, Integer.toString(i), ""));
        }
        node.figures.add(AT_ONCE + " sessions at once", Duration.ofNanos(System.nanoTime() - start));
        nothingIsLeft(node, before, AT_ONCE);
    }

    private static List<Exec.Open> open(RealNode node, String script) {
        var all = new ArrayList<Exec.Open>();
        for (var i = 0; i < VANISHING; i++) all.add(Exec.open(node.exec.another(), "p", "c", script));
        return all;
    }

    @Test
    void aClientThatVanishesTakesItsSessionAndItsCommandWithIt(RealNode node) throws Exception {
        node.run("p", Specs.pod(Specs.container("c", Specs.NONE)));
        node.exec.sh("p", "c", "true");
        var before = Held.of(node);
        var all = open(node, "echo begun; cat > /dev/null");
        for (var session : all)
            assertThat(session.begun().await(Machine.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        assertThat(Held.of(node).sessions()).isEqualTo(VANISHING);
        for (var session : all) session.vanish();
        nothingIsLeft(node, before, VANISHING);
        // The first process and its sleep, the shell that looks and what it looks with: each session had two more.
        processesOf(node, "p", VANISHING / 2);
    }

    @Test
    void aRuntimeThatHangsKeepsNobody(RealNode node) throws Exception {
        node.run("p", Specs.pod(Specs.container("c", Specs.NONE)));
        node.exec.sh("p", "c", "true");
        var before = Held.of(node);
        node.containerd.freeze();
        try {
            var all = open(node, "echo begun; cat > /dev/null");
            assertThat(Held.of(node).sessions()).isEqualTo(VANISHING);
            assertThat(node.guest.sh("wget -qO- http://127.0.0.1:10255/pods"))
                    .as("others are answered")
                    .contains("\"name\":\"p\"");
            for (var session : all) session.vanish();
            nothingIsLeft(node, before, VANISHING);
        } finally {
            node.containerd.thaw();
        }
        assertThat(node.exec.sh("p", "c", "echo as before")).isEqualTo("as before");
        nothingIsLeft(node, before, VANISHING);
    }
}
