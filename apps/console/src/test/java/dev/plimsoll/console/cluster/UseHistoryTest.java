package dev.plimsoll.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ObjectName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Use over the last hour, in bounded rings. */
// Acceptance of the console: pod-use, history
class UseHistoryTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final UseHistory.Listed ALL = new UseHistory.Listed(true, true);
    private static final ObjectName NODE = ObjectName.ofCluster("node-0");

    private final UseHistory history = new UseHistory();

    private static NodeFigures node(String name, long used) {
        return new NodeFigures(
                name,
                true,
                false,
                new NodeFigures.Share(4000, 1000, used),
                new NodeFigures.Share(8L << 30, 1L << 30, used < 0 ? used : used << 20),
                1,
                0);
    }

    private void sample(Instant when, long used) {
        history.sample(List.of(), List.of(node("node-0", used)), ALL, when);
    }

    @Test
    @DisplayName("a minute has the last value of it; older ones than an hour are gone")
    void minutes() {
        for (var second = 0; second < 90 * 60; second += 15) sample(BEGIN.plusSeconds(second), second / 15);
        var points = history.cpu(NODE);
        assertThat(points).hasSize(UseHistory.MINUTES);
        assertThat(points.getFirst().when()).isEqualTo(BEGIN.plus(Duration.ofMinutes(30)));
        assertThat(points.getLast().used()).isEqualTo(90 * 4 - 1);
        assertThat(points.getLast().requested()).isEqualTo(1000);
        assertThat(history.memory(NODE).getLast().used()).isEqualTo((90L * 4 - 1) << 20);
    }

    @Test
    @DisplayName("minutes without a sample are left out, and a clock that is put back changes nothing that is there")
    void gaps() {
        sample(BEGIN, 1);
        sample(BEGIN.plus(Duration.ofMinutes(10)), 2);
        assertThat(history.cpu(NODE)).extracting(UseHistory.Point::used).containsExactly(1L, 2L);
        sample(BEGIN.plus(Duration.ofMinutes(5)), 3);
        assertThat(history.cpu(NODE)).extracting(UseHistory.Point::used).containsExactly(1L, 2L);
        sample(BEGIN.plus(Duration.ofDays(3)), 4);
        assertThat(history.cpu(NODE)).extracting(UseHistory.Point::used).containsExactly(4L);
    }

    @Test
    @DisplayName("what is gone or not measured has no ring, and there are never more rings than allowed")
    void bounded() {
        var nodes = new ArrayList<NodeFigures>();
        for (var i = 0; i < UseHistory.MOST_SERIES + 10; i++) nodes.add(node("node-" + i, 5));
        nodes.add(node("unknown", ResourceStates.UNKNOWN));
        assertThat(history.sample(List.of(), nodes, ALL, BEGIN)).isTrue();
        assertThat(history.cpu(ObjectName.ofCluster("node-" + UseHistory.MOST_SERIES)))
                .isEmpty();
        assertThat(history.cpu(ObjectName.ofCluster("unknown"))).isEmpty();
        assertThat(history.sample(List.of(), nodes, ALL, BEGIN.plusSeconds(1))).isFalse();
        history.sample(List.of(), List.of(), ALL, BEGIN.plusSeconds(60));
        assertThat(history.cpu(NODE)).isEmpty();
    }

    @Test
    @DisplayName("it survives a restart")
    void restored() throws IOException {
        sample(BEGIN, 7);
        var bytes = new ByteArrayOutputStream();
        history.write(new DataOutputStream(bytes));
        var other = new UseHistory();
        other.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(other.cpu(NODE)).isEqualTo(history.cpu(NODE));
        assertThat(other.memory(NODE)).isEqualTo(history.memory(NODE));
    }
}
