package dev.plimsoll.nodeagent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.nodeagent.testing.Calls;
import dev.plimsoll.nodeagent.testing.ListedProblems;
import dev.plimsoll.nodeagent.testing.ManualTime;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A conflict is the end only where another pod has the name: otherwise the API would keep what the node has taken back. */
class StatusConflictTest {
    private static final String PATCH = "PATCH /api/v1/namespaces/default/pods/p/status";
    private static final String DELETE = "DELETE /api/v1/namespaces/default/pods/p";
    private static final Reply CONFLICT =
            Calls.answer(409, "{\"kind\":\"Status\",\"reason\":\"Conflict\",\"code\":409}");

    private final ManualTime time = new ManualTime();
    private final Calls calls = new Calls();
    private final List<String> errors = new ArrayList<>();
    private final ApiClient client = ApiClient.over(calls, "test", TokenBucket.unlimited(time), time);
    private final NodeClients clients = _ -> client;
    private final ProgramContext program = new ProgramContext(time, new Random(1), new ListedProblems(errors));
    private final StatusWriter statuses = new StatusWriter(clients, Runnable::run, Timers.movedBy(time), program);
    private final PodDeleter deleter = new PodDeleter(clients, statuses, Runnable::run, program);
    private final ObjectMeta pod = ObjectMeta.named("p").withUid("one");

    private long count(String beginning) {
        return calls.lines().stream().filter(line -> line.startsWith(beginning)).count();
    }

    /** The first two writes conflict; the API has a pod of that name with that uid. */
    private void conflictingTwice(String write, String uid) {
        var document = Calls.answer(200, "{\"metadata\":{\"name\":\"p\",\"uid\":\"" + uid + "\"}}");
        calls.answering(request -> {
            var isWrite = (request.method() + " " + request.target()).startsWith(write);
            return isWrite && count(write) <= 2 ? CONFLICT : document;
        });
    }

    @Test
    void aStatusThatLostAgainstOtherWritersIsWrittenAgain() {
        conflictingTwice(PATCH, "one");
        statuses.publish("node", pod, StatusReport.NONE, "10.0.0.1");
        assertThat(count(PATCH)).isEqualTo(3);
    }

    @Test
    void aStatusOfAPodWhoseNameAnotherHasIsNotWrittenAgain() {
        conflictingTwice(PATCH, "two");
        statuses.publish("node", pod, StatusReport.NONE, "10.0.0.1");
        assertThat(count(PATCH)).isEqualTo(1);
    }

    @Test
    void aRemovalThatConflictsIsTriedAgainUntilThePodIsGone() {
        conflictingTwice(DELETE, "one");
        deleter.forget("node", pod);
        assertThat(count(DELETE)).isEqualTo(3);
        assertThat(errors).hasSize(2);
    }

    @Test
    void aRemovalEndsWhereAnotherPodHasTheName() {
        conflictingTwice(DELETE, "two");
        deleter.forget("node", pod);
        assertThat(count(DELETE)).isEqualTo(1);
        assertThat(errors).isEmpty();
    }
}
