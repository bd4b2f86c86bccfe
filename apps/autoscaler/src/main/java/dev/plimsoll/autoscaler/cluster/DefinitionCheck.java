package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.objects.autoscaling.VpaDefinitionObject;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Whether the cluster's definition of VerticalPodAutoscalers has our fields. An API server drops fields that a definition does
 * not have, without a word: policies for pods would count for nothing, and recommendations would be lost.
 */
public final class DefinitionCheck {
    private static final ApiResource DEFINITIONS = ApiResource.clustered(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition");
    private static final String NAME = "verticalpodautoscalers.autoscaling.k8s.io";

    private final ApiClient client;

    public DefinitionCheck(ApiClient client) {
        this.client = client;
    }

    /** What is known of the definition. */
    public sealed interface Result {
        /** It has our fields, or there is none, as on a server that has the kind built in. */
        record Complete() implements Result {}

        record Lacking(List<String> fields) implements Result {}

        /** It could not be read. */
        record Unknown(String why) implements Result {}

        /** What keeps the autoscaler from looking after pods as a whole, and what to do about it; empty where nothing does. */
        default String problem() {
            return switch (this) {
                case Complete _ -> "";
                case Lacking(var fields) ->
                    "the CustomResourceDefinition " + NAME + " lacks " + String.join(", ", fields)
                            + "; the API server would drop these fields: apply deploy/autoscaler/crds.yaml, "
                            + "or start without the gate PodLevelResources";
                case Unknown(var why) ->
                    "the CustomResourceDefinition " + NAME + " could not be read, to see whether it has all fields: "
                            + why
                            + "; allow to get it, as deploy/autoscaler/rbac.yaml does, "
                            + "or start without the gate PodLevelResources";
            };
        }
    }

    /** Asks once. */
    public Result run() {
        var answer = client.get(DEFINITIONS, ObjectName.ofCluster(NAME));
        return switch (answer) {
            case RequestResult.Done<ObjectNode>(var document) -> {
                var missing = new VpaDefinitionObject(document).missingFields();
                yield missing.isEmpty() ? new Result.Complete() : new Result.Lacking(missing);
            }
            case RequestResult.NotFound<ObjectNode> _ -> new Result.Complete();
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ -> new Result.Unknown(answer.problem());
        };
    }

    /** Asks until it is answered, or for so long. */
    public Result run(Duration patience, Time time, RandomGenerator random) throws InterruptedException {
        var deadline = time.nanos() + patience.toNanos();
        var backoff = Backoff.ofWatches(random);
        var result = run();
        while (result instanceof Result.Unknown) {
            var pause = backoff.failure();
            if (time.nanos() + pause.toNanos() - deadline > 0) return result;
            time.sleep(pause);
            result = run();
        }
        return result;
    }
}
