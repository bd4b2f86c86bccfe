package dev.plimsoll.cli.resize;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.explain.node.NodeHoldings;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.console.http.CommandTexts.ResizeAnswer;
import dev.plimsoll.console.http.CommandTexts.ResizeWish;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.objects.pod.PodObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A resize from the console: foretold or sent by the rules of {@code plimsoll resize}. */
public final class PageResize {
    private final ApiClient client;
    private final ObjectName name;

    private PageResize(ApiClient client, ObjectName name) {
        this.client = client;
        this.name = name;
    }

    /** What the API server and the node would say. Nothing is changed. */
    public static ResizeAnswer preview(ApiClient client, ObjectName pod, ResizeWish wish) {
        return new PageResize(client, pod).with(wish, true);
    }

    /** Sends it; how it goes on is seen in the pod. */
    public static ResizeAnswer send(ApiClient client, ObjectName pod, ResizeWish wish) {
        return new PageResize(client, pod).with(wish, false);
    }

    private ResizeAnswer with(ResizeWish wish, boolean isPreview) {
        var problems = new ArrayList<String>();
        var tasks = new ArrayList<RequestedResize>();
        add("CPU", ResourceName.CPU, wish.cpu(), tasks, problems);
        add("memory", ResourceName.MEMORY, wish.memory(), tasks, problems);
        if (tasks.isEmpty() && problems.isEmpty())
            problems.add("nothing to change: give an amount of CPU, of memory or of both");
        if (!problems.isEmpty()) return new ResizeAnswer("refused", problems);
        return switch (client.get(ApiResource.PODS, name)) {
            case RequestResult.Done<ObjectNode>(var document) ->
                switch (new PodObject(document).view()) {
                    case Read.Ok<Pod>(var pod) -> chosen(pod, wish, tasks, isPreview);
                    case Read.Malformed<Pod>(var malformed) ->
                        ResizeAnswer.refused(
                                "pod " + name + " cannot be read (" + malformed + "); correct it with kubectl edit");
                };
            case RequestResult<ObjectNode> missing -> ResizeAnswer.refused(missing.problem());
        };
    }

    private static void add(
            String label, ResourceName resource, String text, List<RequestedResize> tasks, List<String> problems) {
        if (text.isBlank()) return;
        switch (RequestedResize.parse(label, resource, text.strip())) {
            case RequestedResize.Parsed.Ok(var wish) -> tasks.add(wish);
            case RequestedResize.Parsed.Malformed(var why) -> problems.add(why);
        }
    }

    private ResizeAnswer chosen(Pod pod, ResizeWish wish, List<RequestedResize> tasks, boolean isPreview) {
        return switch (ContainerChoice.of(pod, wish.container().isEmpty(), wish.container())) {
            case ContainerChoice.Unclear(var why) -> ResizeAnswer.refused(why);
            case ContainerChoice.Chosen(var container) -> {
                var patch = ResizeCommand.patch(pod.spec(), container, tasks);
                yield isPreview ? foretold(pod, patch) : sent(patch);
            }
        };
    }

    private ResizeAnswer sent(Patch patch) {
        return switch (client.patch(ApiResource.PODS.sub("resize"), name, patch)) {
            case RequestResult.Done<ObjectNode> _ -> new ResizeAnswer("sent", List.of());
            case RequestResult<ObjectNode> refused -> ResizeAnswer.refused(refused.problem());
        };
    }

    private ResizeAnswer foretold(Pod pod, Patch patch) {
        return switch (client.dryRun().patch(ApiResource.PODS.sub("resize"), name, patch)) {
            case RequestResult.Done<ObjectNode>(var document) ->
                new PodObject(document).view() instanceof Read.Ok<Pod>(var accepted)
                        ? onNode(pod, accepted)
                        : ResizeAnswer.refused("what the API server answered cannot be read; try again");
            case RequestResult<ObjectNode> refused -> ResizeAnswer.refused(refused.problem());
        };
    }

    private ResizeAnswer onNode(Pod pod, Pod accepted) {
        var node = pod.spec().placement().nodeName();
        if (node.isEmpty())
            return new ResizeAnswer("unknown", List.of("the pod has no node yet, so that nothing is foretold"));
        return switch (NodeHoldings.ask(client, node, name.namespace())) {
            case NodeHoldings.Asked.Unknown(var why) ->
                new ResizeAnswer(
                        "unknown",
                        List.of("the API server would accept it; what the node would say is not known: " + why));
            case NodeHoldings.Asked.Known(var holdings) -> {
                var prediction = ResizePrediction.of(pod, accepted, holdings);
                var reasons = new ArrayList<>(prediction.reasons());
                if (!holdings.isWhole()) reasons.add("there may be pods on the node that you may not see");
                yield new ResizeAnswer(prediction.phase().name().toLowerCase(Locale.ROOT), reasons);
            }
        };
    }
}
