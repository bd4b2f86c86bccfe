package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.text;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Patch;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.integration.ConflictingTransport;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A server answers a deletion with 409 when the request lost against other writers, and nothing was deleted then. Controllers try again by
 * themselves: no change of an object reminds them.
 */
class ControllerConflictsTest extends OneCluster {
    /** More than an object is looked at for other reasons, such as the controller's own write of its status. */
    private static final int REFUSED = 6;

    private volatile Predicate<ClientRequest> refused =
            request -> request.method().equals("DELETE");

    @Override
    Controllers begun() {
        var transport = new ConflictingTransport(cluster.transport(), request -> refused.test(request), REFUSED);
        return cluster.controllers(transport, ControllerSettings.DEFAULT);
    }

    private static boolean isChangeOfFinalizers(ClientRequest request) {
        return request.method().equals("PATCH")
                && request.target().contains("/pods/")
                && new String(request.body(), StandardCharsets.UTF_8).contains("finalizers");
    }

    private void job(String name, String spec) {
        cluster.create(ApiResource.JOBS, """
                {"metadata":{"name":"%s"},"spec":{%s"template":{
                 "spec":{"restartPolicy":"Never","terminationGracePeriodSeconds":0,"schedulerName":"nobody",
                  "containers":[{"name":"c","image":"i"}]}}}}""".formatted(name, spec));
    }

    /** Ends one of the pods. */
    private void end(String phase) {
        var change = Cluster.json("{\"status\":{\"phase\":\"" + phase + "\"}}");
        var pod = Cluster.named(ApiResource.PODS, podNames().iterator().next());
        Cluster.done(cluster.client().patch(ApiResource.PODS.sub("status"), pod, new Patch.Merge(change)));
    }

    @Test
    @DisplayName("a job takes its finalizer off a pod that it has counted")
    void jobReleasesItsPods() throws Exception {
        refused = ControllerConflictsTest::isChangeOfFinalizers;
        job("sum", "");
        pods().awaitAll("a pod", all -> all.size() == 1);
        end("Succeeded");
        pods().awaitAll(
                        "no finalizer",
                        all -> all.stream()
                                .noneMatch(pod -> pod.path("metadata").has("finalizers")));
        until(
                ApiResource.JOBS,
                "sum",
                each -> condition(each, "Complete").path("status").asText().equals("True"));
    }

    @Test
    @DisplayName("a job that is suspended deletes its pods")
    void suspendedJob() throws Exception {
        job("sum", "\"parallelism\":2,");
        pods().awaitAll("two pods", all -> all.size() == 2);
        cluster.merge(ApiResource.JOBS, "sum", "{\"spec\":{\"suspend\":true}}");
        pods().awaitAll("no pods", Collection::isEmpty);
    }

    @Test
    @DisplayName("a job that has failed deletes the pods that still run")
    void failedJob() throws Exception {
        job("sum", "\"parallelism\":2,\"completions\":2,\"backoffLimit\":0,");
        pods().awaitAll("two pods", all -> all.size() == 2);
        end("Failed");
        pods().awaitAll(
                        "the failed pod",
                        all -> all.size() == 1
                                && all.stream()
                                        .allMatch(pod ->
                                                text(pod, "/status/phase").equals("Failed")));
    }

    @Test
    @DisplayName("a job that has ended goes after its time")
    void finishedJob() throws Exception {
        job("sum", "\"ttlSecondsAfterFinished\":0,");
        until(ApiResource.JOBS, "sum", _ -> true);
        pods().awaitAll("a pod", all -> all.size() == 1);
        end("Succeeded");
        untilGone(ApiResource.JOBS, "sum");
    }

    @Test
    @DisplayName("a replica set that gets smaller deletes pods")
    void smallerReplicaSet() throws Exception {
        cluster.create(ApiResource.REPLICA_SETS, Workloads.replicated("web", 3, ""));
        // Which pods go depends on which are ready: while that changes, pods of another choice are refused anew, and
        // the pauses grow.
        pods().awaitAll("three pods", all -> all.size() == 3 && all.stream().allMatch(OneCluster::isReady));
        cluster.merge(ApiResource.REPLICA_SETS, "web", "{\"spec\":{\"replicas\":1}}");
        pods().awaitAll("one pod", all -> all.size() == 1);
    }

    private void daemonSet() throws Exception {
        cluster.create(ApiResource.DAEMON_SETS, """
                {"metadata":{"name":"agent"},"spec":{"selector":{"matchLabels":{"app":"agent"}},
                 "revisionHistoryLimit":0,"template":%s}}""".formatted(Workloads.template("agent", "i:1")));
        pods().awaitAll("two pods", all -> all.size() == 2 && all.stream().allMatch(OneCluster::isReady));
        cluster.seen(ApiResource.REVISIONS).awaitAll("one revision", all -> all.size() == 1);
        cluster.merge(ApiResource.DAEMON_SETS, "agent", Workloads.image("i:2"));
        cluster.seen(ApiResource.REVISIONS).awaitAll("both revisions", all -> all.size() == 2);
    }

    @Test
    @DisplayName("a daemon set replaces the pods of its earlier template")
    void changedDaemonSet() throws Exception {
        daemonSet();
        pods().awaitAll(
                        "two new pods",
                        all -> all.size() == 2
                                && all.stream()
                                        .allMatch(pod -> text(pod, "/spec/containers/0/image")
                                                .equals("i:2")));
    }

    @Test
    @DisplayName("the revision that nothing uses any more is deleted")
    void unusedRevision() throws Exception {
        refused =
                request -> request.method().equals("DELETE") && request.target().contains("/controllerrevisions/");
        daemonSet();
        cluster.seen(ApiResource.REVISIONS).awaitAll("one revision", all -> all.size() == 1);
    }

    @Test
    @DisplayName("a stateful set that gets smaller deletes its last pod")
    void smallerStatefulSet() throws Exception {
        cluster.create(ApiResource.STATEFUL_SETS, Workloads.replicated("db", 2, ""));
        pods().awaitAll("two pods", all -> all.size() == 2 && all.stream().allMatch(OneCluster::isReady));
        cluster.merge(ApiResource.STATEFUL_SETS, "db", "{\"spec\":{\"replicas\":1}}");
        pods().awaitAll("one pod", all -> all.size() == 1);
    }

    @Test
    @DisplayName("the endpoints of a service go with it")
    void endpointsWithoutService() throws Exception {
        cluster.create(ApiResource.SERVICES, """
                {"metadata":{"name":"web"},"spec":{"selector":{"app":"web"},"ports":[{"port":80}]}}""");
        until(ApiResource.ENDPOINTS, "web", _ -> true);
        delete(ApiResource.SERVICES, "web", "Background");
        untilGone(ApiResource.ENDPOINTS, "web");
    }
}
