package dev.plimsoll.fakes.resize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.fakes.resize.DecidedResizeScenarios.NodeUnderTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The steps of scenarios: pods are made and resized, and what is in force is read inside their first container. */
final class ScenarioSteps {
    private final NodeUnderTest node;
    private final ExpectedCgroups expected;

    ScenarioSteps(NodeUnderTest node, ExpectedCgroups expected) {
        this.node = node;
        this.expected = expected;
    }

    ObjectNode run(String name, AskedResources asked) throws InterruptedException {
        return node.run(name, ResizeDocuments.spec(asked, node.image()));
    }

    /** In a class of priority, which is there. */
    ObjectNode run(String name, AskedResources asked, String priorityClass) throws InterruptedException {
        return node.run(name, ResizeDocuments.spec(asked, node.image()).put("priorityClassName", priorityClass));
    }

    ObjectNode get(String name) {
        return made(node.client().get(ApiResource.PODS, new ObjectName("default", name)));
    }

    RequestResult<ObjectNode> patch(String name, AskedResources asked) {
        var body = json("{}");
        body.set("spec", ResizeDocuments.patch(asked));
        return node.client()
                .patch(ApiResource.PODS.sub("resize"), new ObjectName("default", name), new Patch.Strategic(body));
    }

    /** Asks for something that is taken; the generation of it. */
    long patched(String name, AskedResources asked) {
        return made(patch(name, asked)).at("/metadata/generation").asLong();
    }

    void delete(ApiResource resource, String name) {
        made(node.client().delete(resource, new ObjectName("default", name), DeleteOptions.DEFAULT));
    }

    /** Asks for something that has to wait. */
    long deferred(String name, AskedResources asked) throws InterruptedException {
        var generation = patched(name, asked);
        awaitPending(name, generation, "Deferred");
        return generation;
    }

    ObjectNode awaitPending(String name, long generation, String reason) throws InterruptedException {
        return awaitCondition(
                name,
                "PodResizePending",
                condition -> condition.path("reason").asText().equals(reason)
                        && condition.path("observedGeneration").asLong() >= generation);
    }

    ObjectNode awaitCondition(String name, String type, Predicate<JsonNode> wanted) throws InterruptedException {
        return node.await(name, type, pod -> wanted.test(condition(pod, type)));
    }

    ObjectNode awaitResized(String name, long generation) throws InterruptedException {
        return node.await(
                name,
                "with generation " + generation + " in force",
                pod -> pod.at("/status/observedGeneration").asLong() >= generation
                        && condition(pod, "PodResizeInProgress").isMissingNode()
                        && condition(pod, "PodResizePending").isMissingNode());
    }

    static JsonNode condition(ObjectNode pod, String type) {
        for (var condition : pod.path("status").path("conditions"))
            if (condition.path("type").asText().equals(type)) return condition;
        return pod.path("none");
    }

    /** The first container goes on. */
    static void assertUntouched(ObjectNode before, ObjectNode after) {
        var status = after.at("/status/containerStatuses/0");
        require(
                status.path("restartCount").asInt() == 0
                        && status.path("containerID").equals(before.at("/status/containerStatuses/0/containerID")),
                "the container goes on: " + status);
    }

    /** What is in force, read inside the first container. */
    void assertSeen(ObjectNode pod, AskedResources asked) throws InterruptedException {
        var part = asked.parts().getFirst();
        assertCgroups(pod, asked);
        assertSame(
                "oom_score_adj of " + part.name(),
                List.of(node.sh(pod, part.name(), "cat /proc/1/oom_score_adj").strip()),
                List.of(expected.oomScore(pod, asked, part)));
    }

    void assertCgroups(ObjectNode pod, AskedResources asked) throws InterruptedException {
        var part = asked.parts().getFirst();
        assertSame("inside " + part.name(), read(pod, part.name(), "/sys/fs/cgroup"), expected.container(asked, part));
        var uid = pod.at("/metadata/uid").asText();
        var found = node.sh(pod, part.name(), ResizeDocuments.finding(uid)).strip();
        assertSame("the cgroup of the pod", read(pod, part.name(), found), expected.pod(asked));
    }

    private List<String> read(ObjectNode pod, String container, String folder) throws InterruptedException {
        var lines = new ArrayList<String>();
        for (var file : ExpectedCgroups.FILES)
            lines.add(
                    node.sh(pod, container, "head -n 1 " + folder + "/" + file).strip());
        return lines;
    }

    private static void assertSame(String what, List<String> found, List<String> wanted) {
        require(found.equals(wanted), what + ": expected " + wanted + ", found " + found);
    }

    static void assertRefused(RequestResult<ObjectNode> result, String why) {
        require(result.problem().contains(why), "refused with \"" + why + "\": " + result.problem());
    }

    static <T> T made(RequestResult<T> result) {
        require(result.done().isPresent(), result.problem());
        return result.done().orElseThrow();
    }

    static void require(boolean holds, String what) {
        if (!holds) throw new AssertionError(what);
    }

    static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }
}
