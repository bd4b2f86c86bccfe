package dev.plimsoll.testkit.remote;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.testkit.assertions.PodCondition;
import dev.plimsoll.testkit.cluster.TestCluster;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Waits for documents, whose conditions a test in another process decides. */
final class HostedDocuments {
    private static final int RESOURCE_FIELDS = 5;

    private final TestCluster cluster;

    HostedDocuments(TestCluster cluster) {
        this.cluster = cluster;
    }

    private static ApiResource resource(List<String> given) {
        return new ApiResource(
                given.getFirst(), given.get(1), given.get(2), given.get(3), Boolean.parseBoolean(given.get(4)), "");
    }

    private static ObjectName name(List<String> given) {
        return new ObjectName(given.get(RESOURCE_FIELDS), given.get(RESOURCE_FIELDS + 1));
    }

    private static Duration patience(List<String> given) {
        return Duration.parse(given.get(RESOURCE_FIELDS + 2));
    }

    /** Of one object, or of any where the name is empty. */
    List<String> await(List<String> given, ParentQuestion test) {
        var waits = cluster.within(patience(given));
        var name = name(given);
        Predicate<ObjectNode> condition = document -> test.isExpected(document.toString());
        var found = name.name().isEmpty()
                ? waits.awaitAny(resource(given), name.namespace(), condition)
                : waits.await(resource(given), name, condition);
        return List.of(found.toString());
    }

    List<String> awaitGone(List<String> given) {
        cluster.within(patience(given)).awaitGone(resource(given), name(given));
        return List.of();
    }

    List<String> events(List<String> given) {
        return cluster.events(resource(given), name(given)).stream()
                .map(ObjectNode::toString)
                .toList();
    }

    /** Namespace, name, patience, name of the assertion, and what it was given. */
    List<String> assertPod(List<String> given) {
        var pod = new ObjectName(given.getFirst(), given.get(1));
        var condition = PodCondition.named(given.get(3), given.subList(4, given.size()));
        try {
            cluster.within(Duration.parse(given.get(2))).await(ApiResource.PODS, pod, condition.test());
        } catch (AssertionError e) {
            throw new AssertionError("expected pod " + pod + " " + condition.what() + "\n" + e.getMessage(), e);
        }
        return List.of();
    }

    /** Namespace, name, patience and the reason of the event. */
    List<String> podEvent(List<String> given) {
        cluster.within(Duration.parse(given.get(2)))
                .awaitAny(ApiResource.EVENTS, given.getFirst(), PodCondition.eventOf(given.get(1), given.get(3)));
        return List.of();
    }
}
