package dev.plimsoll.fakes.resize;

import static dev.plimsoll.fakes.resize.ScenarioSteps.assertUntouched;
import static dev.plimsoll.fakes.resize.ScenarioSteps.json;
import static dev.plimsoll.fakes.resize.ScenarioSteps.made;
import static dev.plimsoll.fakes.resize.ScenarioSteps.require;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.fakes.resize.AskedResources.Part;
import dev.plimsoll.fakes.resize.DecidedResizeScenarios.NodeUnderTest;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Resizes that wait for each other: what Kubernetes calls {@code pod-resize-retry-deferred}. The node has 8 CPUs, and no pods but those of
 * the scenario.
 */
public final class DeferredResizeScenarios {
    private static final ApiResource PRIORITY_CLASSES =
            ApiResource.clustered("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass");

    private final NodeUnderTest node;
    private final ScenarioSteps steps;

    public DeferredResizeScenarios(NodeUnderTest node, ExpectedCgroups expected) {
        this.node = node;
        this.steps = new ScenarioSteps(node, expected);
    }

    private static AskedResources asking(long milli, String memory) {
        return new AskedResources(
                "", "", List.of(new Part("c1", false, "cpu=" + milli + "m,memory=" + memory, "", List.of())));
    }

    private static AskedResources guaranteed(long milli) {
        var amounts = "cpu=" + milli + "m,memory=32Mi";
        return new AskedResources("", "", List.of(new Part("c1", false, amounts, amounts, List.of())));
    }

    /** A resize that waits is carried out when another pod is resized to less. */
    public void grantedByAShrink() throws InterruptedException {
        var first = steps.run("one", asking(4000, "32Mi"));
        var second = steps.run("two", asking(2400, "32Mi"));
        var generation = steps.deferred("two", asking(4800, "32Mi"));
        steps.assertSeen(second, asking(2400, "32Mi"));
        assertUntouched(first, steps.awaitResized("one", steps.patched("one", asking(1600, "32Mi"))));
        assertUntouched(second, steps.awaitResized("two", generation));
        steps.assertSeen(first, asking(1600, "32Mi"));
        steps.assertSeen(second, asking(4800, "32Mi"));
    }

    /** As pods go one after the other, the most important resize is next, then a Guaranteed pod, then who has waited longest. */
    public void granted() throws InterruptedException {
        made(node.client().create(PRIORITY_CLASSES, json("""
                {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"high"},"value":1000}""")));
        try {
            steps.run("large", asking(5300, "32Mi"));
            var before = new HashMap<String, ObjectNode>();
            before.put("early", steps.run("early", asking(500, "32Mi")));
            before.put("late", steps.run("late", asking(500, "32Mi")));
            before.put("guaranteed", steps.run("guaranteed", guaranteed(500)));
            before.put("high", steps.run("high", asking(500, "32Mi"), "high"));
            var generations = new HashMap<String, Long>();
            for (var name : List.of("early", "late", "guaranteed", "high")) {
                generations.put(name, steps.deferred(name, larger(name)));
                awaitNextSecond();
            }
            var order = List.of("high", "guaranteed", "early", "late");
            var holder = "large";
            for (var i = 0; i < order.size(); i++) {
                steps.delete(ApiResource.PODS, holder);
                holder = order.get(i);
                var pod = before.get(holder);
                assertUntouched(pod, steps.awaitResized(holder, generations.get(holder)));
                steps.assertSeen(pod, larger(holder));
                assertWait(order.subList(i + 1, order.size()), generations);
            }
        } finally {
            made(node.client().delete(PRIORITY_CLASSES, ObjectName.ofCluster("high"), DeleteOptions.DEFAULT));
        }
    }

    private static AskedResources larger(String name) {
        return name.equals("guaranteed") ? guaranteed(5300) : asking(5300, "32Mi");
    }

    /** Conditions tell in seconds since when somebody waits. */
    private void awaitNextSecond() {
        var now = Instant.now().getEpochSecond();
        while (Instant.now().getEpochSecond() <= now)
            made(node.client().list(ApiResource.NODES, ObjectSelection.ALL, Page.ALL));
    }

    private void assertWait(List<String> names, Map<String, Long> generations) throws InterruptedException {
        for (var name : names) {
            var pod = steps.awaitPending(name, generations.get(name), "Deferred");
            require(
                    pod.at("/status/containerStatuses/0/allocatedResources/cpu")
                            .asText()
                            .equals("500m"),
                    name + " waits: " + pod);
        }
    }

    /** One pod goes, and three resizes follow each other, each in the room that the one before it has left. */
    public void chained() throws InterruptedException {
        var memory = allocatableMemory();
        var fifth = bytes(memory / 5);
        for (var name : List.of("one", "two", "three", "four")) steps.run(name, asking(2000, fifth));
        var wanted = Map.of(
                "two", asking(2666, bytes(memory / 24)),
                "three", asking(334, bytes(memory * 2 / 3)),
                "four", asking(5000, fifth));
        var generations = new HashMap<String, Long>();
        for (var name : List.of("two", "three", "four")) generations.put(name, steps.deferred(name, wanted.get(name)));
        steps.delete(ApiResource.PODS, "one");
        for (var name : List.of("two", "three", "four")) {
            var pod = steps.awaitResized(name, generations.get(name));
            steps.assertCgroups(pod, wanted.get(name));
        }
    }

    /** In whole mebibytes. */
    private static String bytes(long amount) {
        return (amount >> 20) + "Mi";
    }

    private long allocatableMemory() {
        var text = made(node.client().list(ApiResource.NODES, ObjectSelection.ALL, Page.ALL))
                .items()
                .getFirst()
                .at("/status/allocatable/memory")
                .asText();
        return switch (Quantity.parse(text)) {
            case ParsedQuantity.Parsed(var quantity) -> quantity.value();
            case ParsedQuantity.Malformed(var why) -> throw new AssertionError(why);
        };
    }
}
