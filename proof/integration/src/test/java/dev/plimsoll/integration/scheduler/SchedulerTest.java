package dev.plimsoll.integration.scheduler;

import static dev.plimsoll.integration.scheduler.TestCluster.condition;
import static dev.plimsoll.integration.scheduler.TestCluster.done;
import static dev.plimsoll.integration.scheduler.TestCluster.json;
import static dev.plimsoll.integration.scheduler.TestCluster.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.scheduler.SchedulerSettings;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scheduler and our API server, seen through the API. */
// Acceptance: texts, wake, bad-input, choice-4
@Timeout(120)
// Acceptance of KEP-1287: scheduler-watch
// Acceptance of nodes: resize-preemption
class SchedulerTest {
    private static final ApiResource EVENTS = ApiResource.namespaced("events.k8s.io", "v1", "events", "Event");

    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
        assertThat(cluster.defects).isEmpty();
    }

    private ObjectNode event(String reason) throws IOException {
        return cluster.await(
                EVENTS,
                ObjectSelection.ALL,
                event -> event.path("reason").asText().equals(reason));
    }

    @Test
    void aPodGetsANodeAndAnEventSaysSo() throws IOException {
        cluster.node("n1", "\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"110\"");
        cluster.scheduler(SchedulerSettings.ALONE);
        var made = cluster.create(pod("a", "1"));
        var bound = cluster.awaitBound("a");
        assertThat(bound.at("/spec/nodeName").asText()).isEqualTo("n1");
        assertThat(condition(bound, "PodScheduled").path("status").asText()).isEqualTo("True");
        var event = event("Scheduled");
        assertThat(event.path("note").asText()).isEqualTo("Successfully assigned default/a to n1");
        assertThat(event.path("type").asText()).isEqualTo("Normal");
        assertThat(event.path("action").asText()).isEqualTo("Binding");
        assertThat(event.path("reportingController").asText()).isEqualTo("default-scheduler");
        assertThat(event.at("/regarding/uid")).isEqualTo(made.at("/metadata/uid"));
    }

    @Test
    void aPodThatFitsNowhereIsToldWhyAndPlacedWhenRoomIsMade() throws IOException {
        cluster.node("n1", "\"cpu\":\"2\",\"memory\":\"8Gi\",\"pods\":\"110\"");
        cluster.scheduler(SchedulerSettings.ALONE);
        cluster.create(pod("a", "2"));
        cluster.awaitBound("a");
        cluster.create(pod("b", "1"));
        var refused = cluster.await(
                "b",
                each -> !condition(each, "PodScheduled")
                        .path("message")
                        .asText()
                        .isEmpty());
        var condition = condition(refused, "PodScheduled");
        assertThat(condition.path("message").asText())
                .isEqualTo("0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available:"
                        + " 1 No preemption victims found for incoming pod.");
        assertThat(condition.path("status").asText()).isEqualTo("False");
        assertThat(condition.path("reason").asText()).isEqualTo("Unschedulable");
        assertThat(event("FailedScheduling").path("note")).isEqualTo(condition.path("message"));
        done(cluster.client.delete(ApiResource.PODS, new ObjectName("default", "a"), DeleteOptions.atOnce("")));
        cluster.awaitBound("b");
    }

    @Test
    void withoutNodesItWaitsForOne() throws IOException {
        cluster.scheduler(SchedulerSettings.ALONE);
        cluster.create(pod("a", "1"));
        assertThat(cluster.awaitRefusal("a")).isEqualTo("no nodes available to schedule pods");
        cluster.node("n1", "\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"110\"");
        cluster.awaitBound("a");
    }

    @Test
    void gatesHoldAPodBack() throws IOException {
        cluster.node("n1", "\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"110\"");
        cluster.scheduler(SchedulerSettings.ALONE);
        var gated = pod("a", "1");
        gated.withObject("/spec").putArray("schedulingGates").addObject().put("name", "wait");
        cluster.create(gated);
        cluster.create(pod("b", "1"));
        cluster.awaitBound("b");
        assertThat(cluster.get("a").at("/spec/nodeName").asText()).isEmpty();
        done(cluster.client.patch(
                ApiResource.PODS,
                new ObjectName("default", "a"),
                new Patch.Merge(json("{\"spec\":{\"schedulingGates\":null}}"))));
        cluster.awaitBound("a");
    }

    @Test
    void aMoreImportantPodSendsAnotherAway() throws IOException {
        cluster.node("n1", "\"cpu\":\"2\",\"memory\":\"8Gi\",\"pods\":\"110\"");
        done(cluster.client.create(
                ApiResource.clustered("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass"), json("""
                {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"high"},"value":1000}""")));
        cluster.scheduler(SchedulerSettings.ALONE);
        var low = pod("low", "2");
        low.withObject("/spec").put("terminationGracePeriodSeconds", 0);
        var victim = cluster.create(low);
        cluster.awaitBound("low");
        var high = pod("high", "2");
        high.withObject("/spec").put("priorityClassName", "high");
        var preemptor = cluster.create(high);
        var event = event("Preempted");
        assertThat(event.path("note").asText())
                .isEqualTo("Preempted by pod " + preemptor.at("/metadata/uid").asText() + " on node n1");
        assertThat(event.at("/regarding/uid")).isEqualTo(victim.at("/metadata/uid"));
        assertThat(event.at("/related/name").asText()).isEqualTo("high");
        // Nobody runs the victim here, so nobody but the test can end it, should it wait for its node.
        cluster.client.delete(ApiResource.PODS, new ObjectName("default", "low"), DeleteOptions.atOnce(""));
        assertThat(cluster.awaitBound("high").at("/spec/nodeName").asText()).isEqualTo("n1");
    }

    @Test
    void anAffinityThatCannotBeUnderstoodIsToldAndHoldsUpNobody() throws IOException {
        cluster.node("n1", "\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"110\"");
        var odd = pod("odd", "1");
        odd.withObject("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution")
                .putArray("nodeSelectorTerms")
                .addObject()
                .putArray("matchExpressions")
                .addObject()
                .put("key", "a")
                .put("operator", "Exists");
        cluster.create(odd);
        // No server takes such an operator today; one of another version may have.
        cluster.rewrite("odd", text -> text.replace("\"Exists\"", "\"Near\""));
        cluster.scheduler(SchedulerSettings.ALONE);
        assertThat(cluster.awaitRefusal("odd")).contains("operator").contains("\"Near\"");
        cluster.create(pod("b", "1"));
        cluster.awaitBound("b");
        assertThat(condition(cluster.get("odd"), "PodScheduled").path("reason").asText())
                .isEqualTo("SchedulerError");
    }

    @Test
    void aNodeWithoutCapacityTakesNothing() throws IOException {
        done(cluster.client.create(
                ApiResource.NODES, json("{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"bare\"}}")));
        cluster.scheduler(SchedulerSettings.ALONE);
        cluster.create(pod("a", "1"));
        assertThat(cluster.awaitRefusal("a")).startsWith("0/1 nodes are available: ");
        cluster.node("n1", "\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"110\"");
        assertThat(cluster.awaitBound("a").at("/spec/nodeName").asText()).isEqualTo("n1");
    }

    @Test
    void podsOfOtherSchedulersAreLeftAlone() throws IOException {
        cluster.node("n1", "\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"110\"");
        cluster.scheduler(SchedulerSettings.ALONE);
        var other = pod("other", "1");
        other.withObject("/spec").put("schedulerName", "another");
        cluster.create(other);
        cluster.create(pod("b", "1"));
        cluster.awaitBound("b");
        assertThat(cluster.get("other").at("/spec/nodeName").asText()).isEmpty();
    }

    @Test
    void aResizeThatWaitsSendsALessImportantPodAwayWhereThatIsAllowed() throws IOException {
        cluster.node("n1", "\"cpu\":\"300m\",\"memory\":\"8Gi\",\"pods\":\"110\"");
        done(cluster.client.create(
                ApiResource.clustered("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass"), json("""
                {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"high"},"value":1000}""")));
        var gates = FeatureGates.DEFAULT.with(Gate.IN_PLACE_POD_VERTICAL_SCALING_SCHEDULER_PREEMPTION, true);
        cluster.scheduler(SchedulerSettings.ALONE.withGates(gates));
        cluster.create(pod("low", "200m"));
        cluster.awaitBound("low");
        var important = pod("high", "100m");
        important.withObject("/spec").put("priorityClassName", "high");
        cluster.create(important);
        cluster.awaitBound("high");
        done(cluster.client.patch(
                ApiResource.PODS.sub("status"), new ObjectName("default", "high"), new Patch.Strategic(json("""
                {"status":{"containerStatuses":[{"name":"c","image":"i","imageID":"","ready":true,"restartCount":0,
                "allocatedResources":{"cpu":"100m"},"resources":{"requests":{"cpu":"100m"}}}]}}"""))));
        done(
                cluster.client.patch(
                        ApiResource.PODS.sub("resize"),
                        new ObjectName("default", "high"),
                        new Patch.Strategic(
                                json(
                                        "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"300m\"}}}]}}"))));
        done(cluster.client.patch(
                ApiResource.PODS.sub("status"), new ObjectName("default", "high"), new Patch.Strategic(json("""
                {"status":{"conditions":[{"type":"PodResizePending","status":"True","reason":"Deferred"}],
                "containerStatuses":[{"name":"c","image":"i","imageID":"","ready":true,"restartCount":0,
                "allocatedResources":{"cpu":"100m"},"resources":{"requests":{"cpu":"100m"}}}]}}"""))));
        assertThat(event("Preempted").at("/regarding/name").asText()).isEqualTo("low");
        assertThat(condition(cluster.get("high"), "PodScheduled").path("status").asText())
                .isEqualTo("True");
    }

    @Test
    void aShrinkThatHasComeIntoForceWakesAPodThatWaits() throws IOException {
        cluster.node("n1", "\"cpu\":\"2\",\"memory\":\"8Gi\",\"pods\":\"110\"");
        cluster.scheduler(SchedulerSettings.ALONE);
        cluster.create(pod("a", "2"));
        cluster.awaitBound("a");
        cluster.create(pod("b", "1"));
        cluster.awaitRefusal("b");
        // the spec alone is not enough: the node still has to give the CPU back
        done(cluster.client.patch(
                ApiResource.PODS.sub("status"), new ObjectName("default", "a"), new Patch.Strategic(json("""
                {"status":{"containerStatuses":[{"name":"c","image":"i","imageID":"","ready":true,"restartCount":0,
                "allocatedResources":{"cpu":"2"},"resources":{"requests":{"cpu":"2"}}}]}}"""))));
        done(
                cluster.client.patch(
                        ApiResource.PODS.sub("resize"),
                        new ObjectName("default", "a"),
                        new Patch.Strategic(
                                json(
                                        "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"500m\"}}}]}}"))));
        assertThat(cluster.get("b").at("/spec/nodeName").asText()).isEmpty();
        done(cluster.client.patch(
                ApiResource.PODS.sub("status"), new ObjectName("default", "a"), new Patch.Strategic(json("""
                {"status":{"containerStatuses":[{"name":"c","allocatedResources":{"cpu":"500m"},
                "resources":{"requests":{"cpu":"500m"}}}]}}"""))));
        cluster.awaitBound("b");
    }
}
