package dev.plimsoll.nodeagent.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.nodeagent.testing.Calls;
import dev.plimsoll.nodeagent.testing.ListedProblems;
import dev.plimsoll.nodeagent.testing.ManualTime;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Timers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** After a restart a node reports on all of its pods again: what the API holds already is not sent to it. */
// Acceptance of production: restart-writes
class StatusAfterRestartTest {
    private static final String PATCH = "PATCH /api/v1/namespaces/default/pods/p/status";
    private static final String GET = "GET /api/v1/namespaces/default/pods/p";

    private final ManualTime time = new ManualTime();
    private final Calls calls = new Calls();
    private final List<String> told = new ArrayList<>();
    private final ApiClient client = ApiClient.over(calls, "test", TokenBucket.unlimited(time), time);
    private final StatusWriter statuses = new StatusWriter(
            _ -> client,
            Runnable::run,
            Timers.movedBy(time),
            new ProgramContext(time, new Random(1), new ListedProblems(told)));
    private final ObjectMeta pod = ObjectMeta.named("p").withUid("one");

    private long count(String beginning) {
        return calls.lines().stream().filter(line -> line.startsWith(beginning)).count();
    }

    /** The API holds what the last patch said, on top of this phase. */
    private void holding(String phase) {
        calls.answering(_ -> answer(held(phase)));
    }

    private static ObjectNode held(String phase) {
        var held = ClientJson.object();
        held.withObject("/metadata").put("name", "p").put("uid", "one");
        held.withObject("/status").put("phase", phase).put("hostIP", "10.0.0.1");
        held.withArray("/status/hostIPs").addObject().put("ip", "10.0.0.1");
        return held;
    }

    private static Reply answer(ObjectNode document) {
        return Calls.answer(200, new String(ClientJson.bytes(document), StandardCharsets.UTF_8));
    }

    @Test
    void whatTheApiHoldsIsNotSent() {
        holding(StatusReport.NONE.phase());
        statuses.publishAgain("node", pod, StatusReport.NONE, "10.0.0.1");
        assertThat(count(GET)).isEqualTo(1);
        assertThat(count(PATCH)).isZero();
    }

    @Test
    void whatDiffersIsSentAndIsNobodysFault() {
        holding("Failed");
        statuses.publishAgain("node", pod, StatusReport.NONE, "10.0.0.1");
        assertThat(count(PATCH)).isEqualTo(1);
        assertThat(told).isEmpty();
    }

    /** As after a restart with the gate for resizes of the pod level the other way. */
    @Test
    void anEmptyPodLevelThatTheReportDoesNotHaveIsTakenAway() {
        var held = held(StatusReport.NONE.phase());
        held.withObject("/status").putObject("resources");
        calls.answering(_ -> answer(held));
        statuses.publishAgain("node", pod, StatusReport.NONE, "10.0.0.1");
        assertThat(count(PATCH)).isEqualTo(1);
    }

    @Test
    void laterReportsAreSentAtOnce() {
        holding(StatusReport.NONE.phase());
        statuses.publishAgain("node", pod, StatusReport.NONE, "10.0.0.1");
        statuses.publishAgain("node", pod, StatusReport.NONE, "10.0.0.1");
        assertThat(count(GET)).isEqualTo(1);
        assertThat(count(PATCH)).isEqualTo(1);
    }

    @Test
    void thoseOfANewPodToo() {
        holding("Pending");
        statuses.publish("node", pod, StatusReport.NONE, "10.0.0.1");
        assertThat(count(GET)).isZero();
        assertThat(count(PATCH)).isEqualTo(1);
    }
}
