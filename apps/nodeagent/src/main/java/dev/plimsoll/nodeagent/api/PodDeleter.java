package dev.plimsoll.nodeagent.api;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Retry;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.runtime.ProgramContext;
import java.time.Duration;
import java.util.concurrent.Executor;

/** Removes pods from the API of which nothing is left on the node. */
public final class PodDeleter {
    private final NodeClients clients;
    private final StatusWriter statuses;
    private final Executor executor;
    private final ProgramContext program;

    public PodDeleter(NodeClients clients, StatusWriter statuses, Executor executor, ProgramContext program) {
        this.clients = clients;
        this.statuses = statuses;
        this.executor = executor;
        this.program = program;
    }

    /** For the node that had the pod. */
    public void forget(String node, ObjectMeta pod) {
        executor.execute(() -> remove(node, pod));
    }

    private void remove(String node, ObjectMeta pod) {
        var backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10), program.random());
        try {
            Retry.until(() -> isGone(node, pod), backoff, program.time());
            statuses.forget(pod.uid());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // stopping: after a restart the pod is found deleted, and removed then
        }
    }

    private boolean isGone(String node, ObjectMeta pod) {
        var outcome = clients.of(node)
                .delete(ApiResource.PODS, new ObjectName(pod.namespace(), pod.name()), DeleteOptions.atOnce(pod.uid()));
        var isGone = switch (outcome) {
            case RequestResult.Done<?> _, RequestResult.NotFound<?> _ -> true;
            case RequestResult.Conflict<?> _ -> clients.isReplaced(node, pod);
            case RequestResult.Refused<?> _, RequestResult.Unreachable<?> _ -> false;
        };
        if (!isGone)
            program.reporter().tell("removal of pod " + pod.namespace() + "/" + pod.name() + ": " + outcome.problem());
        return isGone;
    }
}
