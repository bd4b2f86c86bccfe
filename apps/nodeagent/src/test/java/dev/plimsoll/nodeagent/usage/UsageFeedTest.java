package dev.plimsoll.nodeagent.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.nodeagent.testing.Calls;
import dev.plimsoll.nodeagent.testing.OneNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageFeedTest {
    private static final String PODS = "/apis/metrics.k8s.io/v1beta1/namespaces/default/pods";
    private static final String NODE = "/apis/metrics.k8s.io/v1beta1/nodes";

    private final OneNode node = new OneNode("cpu=4,memory=8Gi,pods=10");
    private final UsageFeed feed = new UsageFeed(node.client, List.of(node.agent), node.time, node.errors::add);

    @AfterEach
    void close() {
        node.close();
    }

    private void runWeb() {
        var spec = PodSpec.builder().container("c1", "cpu=1", "").build();
        node.run("web", spec, "cpu.c1", "constant 200m", "memory.c1", "constant 100Mi", "cache.c1", "5Mi");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a quick server is told of every node once in a window, 1000,  10,  990",
        "a server that needs a tenth of the time too,           1000, 100,  900",
        "who needs longer is not pressed,                       1000, 200, 1800"
    })
    void nineTenthsOfTheTimeNothingIsSent(String what, long turn, long took, long pause) {
        assertThat(UsageFeed.pause(Duration.ofMillis(turn), Duration.ofMillis(took)))
                .as(what)
                .isEqualTo(Duration.ofMillis(pause));
    }

    @Test
    void cpuIsTheRateOverTheWindowAndMemoryTheWorkingSet() {
        runWeb();
        assertThat(feed.tell(node.agent)).isEqualTo(UsageFeed.Reception.TAKEN);
        node.pass(Duration.ofSeconds(15));
        assertThat(feed.tell(node.agent)).isEqualTo(UsageFeed.Reception.TAKEN);
        var told = node.calls.bodies("PATCH " + PODS + "/web").getLast();
        assertThat(told.path("timestamp").asText()).isEqualTo("2026-01-01T10:00:15Z");
        assertThat(told.path("window").asText()).isEqualTo("15.0s");
        assertThat(told.at("/metadata/labels/app").asText()).isEqualTo("web");
        assertThat(told.at("/containers/0/name").asText()).isEqualTo("c1");
        assertThat(told.at("/containers/0/usage/cpu").asText()).isEqualTo("200m");
        assertThat(told.at("/containers/0/usage/memory").asText()).isEqualTo("100Mi");
        assertThat(node.calls
                        .bodies("PATCH " + NODE + "/node-0")
                        .getLast()
                        .at("/usage/cpu")
                        .asText())
                .isEqualTo("200m");
    }

    @Test
    void whatIsNotThereIsMadeAndWhatEndedIsTakenAway() {
        runWeb();
        node.calls.answering(
                request -> request.method().equals("PATCH") ? Calls.answer(404, "{}") : Calls.answer(201, "{}"));
        feed.tell(node.agent);
        assertThat(node.calls.bodies("POST " + NODE)).hasSize(1);
        assertThat(node.calls.bodies("POST " + PODS)).hasSize(1);
        node.agent.tell(new NodeEvent.PodRemoved(node.time.instant(), "uid-web"));
        feed.tell(node.agent);
        assertThat(node.calls.lines()).contains("DELETE " + PODS + "/web");
    }

    @Test
    void aClusterWhereAnotherServerOwnsItIsLeftAloneWithOneMessage() {
        node.calls.answering(request -> request.method().equals("PATCH")
                ? Calls.answer(405, "the server does not allow this method on the requested resource")
                : Calls.answer(404, "{}"));
        feed.run();
        assertThat(node.errors)
                .containsExactly("usage is not told to the API as metrics.k8s.io: "
                        + "the server does not allow this method on the requested resource");
        node.calls.answering(_ -> Calls.answer(404, "{}"));
        assertThat(feed.tell(node.agent)).isEqualTo(UsageFeed.Reception.UNWANTED);
    }

    @Test
    void aServerThatIsAwayIsAskedAgain() {
        node.calls.answering(_ -> Calls.answer(503, "away"));
        assertThat(feed.tell(node.agent)).isEqualTo(UsageFeed.Reception.LATER);
    }
}
