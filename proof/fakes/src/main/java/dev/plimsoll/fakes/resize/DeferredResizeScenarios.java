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
import java.util.ArrayList;
import java.util.List;

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

    /**
     * A resize that was asked for and put off.
     *
     * @param pod as it was before
     */
    private record Waiting(ObjectNode pod, String name, AskedResources wanted, long generation) {}

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
            var small = asking(500, "32Mi");
            var before = List.of(
                    steps.run("early", small),
                    steps.run("late", small),
                    steps.run("guaranteed", guaranteed(500)),
                    steps.run("high", small, "high"));
            var waiting = new ArrayList<Waiting>();
            for (var pod : before) {
                var name = pod.at("/metadata/name").asText();
                waiting.add(new Waiting(pod, name, larger(name), steps.deferred(name, larger(name))));
                awaitNextSecond();
            }
            var order = List.of(waiting.get(3), waiting.get(2), waiting.get(0), waiting.get(1));
            var holder = "large";
            for (var i = 0; i < order.size(); i++) {
                steps.delete(ApiResource.PODS, holder);
                var next = order.get(i);
                holder = next.name();
                assertUntouched(next.pod(), steps.awaitResized(holder, next.generation()));
                steps.assertSeen(next.pod(), next.wanted());
                assertWait(order.subList(i + 1, order.size()));
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

    private void assertWait(List<Waiting> all) throws InterruptedException {
        for (var each : all) {
            var pod = steps.awaitPending(each.name(), each.generation(), "Deferred");
            var allocated = pod.at("/status/containerStatuses/0/allocatedResources/cpu");
            require(allocated.asText().equals("500m"), each.name() + " waits: " + pod);
        }
    }

    /** One pod goes, and three resizes follow each other, each in the room that the one before it has left. */
    public void chained() throws InterruptedException {
        var memory = allocatableMemory();
        var fifth = bytes(memory / 5);
        var names = List.of("two", "three", "four");
        var wanted = List.of(asking(2666, bytes(memory / 24)), asking(334, bytes(memory * 2 / 3)), asking(5000, fifth));
        steps.run("one", asking(2000, fifth));
        var pods = new ArrayList<ObjectNode>();
        for (var name : names) pods.add(steps.run(name, asking(2000, fifth)));
        var waiting = new ArrayList<Waiting>();
        for (var i = 0; i < names.size(); i++)
            waiting.add(
                    new Waiting(pods.get(i), names.get(i), wanted.get(i), steps.deferred(names.get(i), wanted.get(i))));
        steps.delete(ApiResource.PODS, "one");
        for (var each : waiting) {
            var pod = steps.awaitResized(each.name(), each.generation());
            assertUntouched(each.pod(), pod);
            steps.assertCgroups(pod, each.wanted());
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
