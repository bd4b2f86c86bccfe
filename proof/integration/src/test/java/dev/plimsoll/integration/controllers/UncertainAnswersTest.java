package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.StreamLine;
import dev.plimsoll.client.Transport;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.integration.ConflictingTransport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An answer that did not come, or came twice, tells nothing of the object: controllers take it neither for "gone" nor for "another's". */
// Acceptance of production: lost-answers
class UncertainAnswersTest extends OneCluster {
    private static final int REFUSED = 6;

    private final List<String> watched = new CopyOnWriteArrayList<>();
    private volatile Predicate<ClientRequest> refused = _ -> false;
    private volatile Predicate<ClientRequest> repeated = _ -> false;
    private volatile Predicate<ClientRequest> lost = _ -> false;
    /** Questions about single jobs. */
    private final Semaphore asked = new Semaphore(0);
    /** Taken while the watch of jobs does not tell that one has done its work. */
    private final ReentrantLock jobsWatch = new ReentrantLock();

    @Override
    Controllers begun() {
        var inner = new ConflictingTransport(cluster.transport(), request -> refused.test(request), REFUSED);
        return cluster.controllers(new RepeatingTransport(inner), ControllerSettings.DEFAULT);
    }

    /** A way on which some requests do not arrive, and some twice; the second answer counts. */
    private final class RepeatingTransport implements Transport {
        private final Transport inner;

        RepeatingTransport(Transport inner) {
            this.inner = inner;
        }

        @Override
        public Reply send(ClientRequest request) throws IOException {
            if (lost.test(request)) throw new IOException("no route to host");
            if (repeated.test(request)) inner.send(request);
            var reply = inner.send(request);
            if (request.method().equals("GET") && request.target().contains("/jobs/")) asked.release();
            return reply;
        }

        @Override
        public Streamed open(ClientRequest request) throws IOException {
            watched.add(request.target().replaceFirst("\\?.*", ""));
            var opened = inner.open(request);
            return opened instanceof Streamed.Opened(var lines)
                            && request.target().contains("/jobs?")
                    ? new Streamed.Opened(new HaltedLines(lines))
                    : opened;
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private final class HaltedLines implements Transport.Lines {
        private final Transport.Lines inner;

        HaltedLines(Transport.Lines inner) {
            this.inner = inner;
        }

        @Override
        public Optional<StreamLine> next() throws IOException {
            var line = inner.next();
            var isOfDoneJob = line.filter(
                            each -> new String(each.bytes(), StandardCharsets.UTF_8).contains("SuccessCriteriaMet"))
                    .isPresent();
            if (!isOfDoneJob) return line;
            jobsWatch.lock();
            try {
                return line;
            } finally {
                jobsWatch.unlock();
            }
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private void job(String name, String spec) {
        cluster.create(ApiResource.JOBS, """
                {"metadata":{"name":"%s"},"spec":{%s"template":{
                 "spec":{"restartPolicy":"Never","terminationGracePeriodSeconds":0,"schedulerName":"nobody",
                  "containers":[{"name":"c","image":"i"}]}}}}""".formatted(name, spec));
    }

    private void succeed() {
        var pod = Cluster.named(ApiResource.PODS, podNames().iterator().next());
        var change = Cluster.json("{\"status\":{\"phase\":\"Succeeded\"}}");
        Cluster.done(cluster.client().patch(ApiResource.PODS.sub("status"), pod, new Patch.Merge(change)));
    }

    private static boolean isTracked(JsonNode pod) {
        return !pod.at("/metadata/finalizers").isEmpty();
    }

    @Test
    @DisplayName("a job gets rid of a pod that it does not count any more, although more pods are wanted again")
    void podThatWasNotDeleted() throws Exception {
        lost = request -> request.method().equals("DELETE") && request.target().contains("/pods/");
        job("sum", "\"completions\":3,\"parallelism\":2,");
        pods().awaitAll("two pods", all -> all.size() == 2);
        parallelism(1);
        var uncounted = pods().await("a pod without the finalizer", pod -> !isTracked(pod));
        parallelism(2);
        lost = _ -> false;
        pods().awaitAll(
                        "two pods that are counted",
                        all -> all.size() == 2 && all.stream().allMatch(UncertainAnswersTest::isTracked));
        assertThat(podNames()).doesNotContain(text(uncounted, "/metadata/name"));
    }

    @Test
    @DisplayName("a job makes one pod, although the request for it arrives twice")
    void podThatIsThere() throws Exception {
        repeated =
                request -> request.method().equals("POST") && request.target().endsWith("/pods");
        job("sum", "\"completions\":1,");
        pods().awaitAll("one pod", all -> all.size() == 1);
        succeed();
        until(ApiResource.JOBS, "sum", each -> each.at("/status/succeeded").asInt() == 1);
        assertThat(pods().everSeen()).isEqualTo(1);
    }

    private void parallelism(int changed) {
        var change = Cluster.json("{\"spec\":{\"parallelism\":" + changed + "}}");
        Cluster.done(cluster.client()
                .patch(ApiResource.JOBS, Cluster.named(ApiResource.JOBS, "sum"), new Patch.Merge(change)));
    }

    @Test
    @DisplayName("a deployment makes one replica set, although its creation arrives twice and questions about it fail")
    void replicaSetThatIsThere() throws Exception {
        repeated =
                request -> request.method().equals("POST") && request.target().contains("/replicasets");
        refused = request -> request.method().equals("GET") && request.target().contains("/replicasets/");
        cluster.create(ApiResource.DEPLOYMENTS, Workloads.replicated("web", 2, ""));
        var deployment = until(
                ApiResource.DEPLOYMENTS,
                "web",
                each -> each.at("/status/availableReplicas").asInt() == 2);
        assertThat(deployment.at("/status/collisionCount").asInt()).isZero();
        cluster.seen(ApiResource.REPLICA_SETS).awaitAll("one replica set", all -> all.size() == 1);
    }

    @Test
    @DisplayName("a job that has ended goes after its time, although questions about it fail")
    void finishedJob() throws Exception {
        refused = request -> request.method().equals("GET") && request.target().contains("/jobs/");
        job("sum", "\"ttlSecondsAfterFinished\":0,");
        pods().awaitAll("a pod", all -> all.size() == 1);
        succeed();
        untilGone(ApiResource.JOBS, "sum");
    }

    @Test
    @DisplayName("a job whose watch is behind what was written of it does no work twice")
    void jobBehindItsStatus() throws Exception {
        // That the pod runs cannot be written: where it is, the next status differs, and its write fails with an old
        // version.
        lost = request -> request.method().equals("PUT")
                && request.target().endsWith("/jobs/sum/status")
                && new String(request.body(), StandardCharsets.UTF_8).contains("\"active\":1");
        job("sum", "");
        pods().awaitAll("a pod", all -> all.size() == 1);
        jobsWatch.lock();
        try {
            succeed();
            pods().awaitAll("the pod is counted", all -> all.stream().noneMatch(UncertainAnswersTest::isTracked));
            asked.drainPermits();
            assertThat(asked.tryAcquire(2, 30, TimeUnit.SECONDS))
                    .as("the job is asked about before another pod is made")
                    .isTrue();
        } finally {
            jobsWatch.unlock();
        }
        until(
                ApiResource.JOBS,
                "sum",
                each -> condition(each, "Complete").path("status").asText().equals("True"));
        assertThat(pods().everSeen()).isEqualTo(1);
    }

    @Test
    @DisplayName("pods of a job that is gone are let go, although another job has its name by now")
    void jobOfTheSameName() throws Exception {
        job("sum", "");
        pods().awaitAll("a pod", all -> all.size() == 1 && all.stream().allMatch(UncertainAnswersTest::isTracked));
        controllers.close();
        delete(ApiResource.JOBS, "sum", "Background");
        job("sum", "");
        var uid = text(cluster.get(ApiResource.JOBS, "sum"), "/metadata/uid");
        controllers = begun();
        pods().awaitAll(
                        "a pod of the new job alone",
                        all -> all.size() == 1
                                && all.stream()
                                        .allMatch(pod -> text(pod, "/metadata/ownerReferences/0/uid")
                                                .equals(uid)));
    }

    @Test
    @DisplayName("a pod that no job has any more loses the finalizer of jobs, also when nobody saw it happen")
    void podWithoutJob() throws Exception {
        job("sum", "");
        pods().awaitAll("a pod", all -> all.size() == 1 && all.stream().allMatch(UncertainAnswersTest::isTracked));
        controllers.close();
        cluster.merge(
                ApiResource.PODS,
                podNames().iterator().next(),
                "{\"metadata\":{\"ownerReferences\":null,\"labels\":null}}");
        delete(ApiResource.JOBS, "sum", "Background");
        controllers = begun();
        pods().awaitAll(
                        "a free pod",
                        all -> all.size() == 1 && all.stream().noneMatch(UncertainAnswersTest::isTracked));
    }

    @Test
    @DisplayName(
            "garbage collection and controllers have one watch of a kind, so that none knows of a deletion before the other")
    void oneWatch() throws Exception {
        cluster.create(ApiResource.STATEFUL_SETS, Workloads.replicated("db", 1, ""));
        pods().awaitAll("a pod", all -> all.size() == 1);
        delete(ApiResource.STATEFUL_SETS, "db", "Background");
        pods().awaitAll("no pod", Collection::isEmpty);
        cluster.seen(ApiResource.REVISIONS).awaitAll("no revision", Collection::isEmpty);
        assertThat(watched).contains("/apis/apps/v1/statefulsets").doesNotHaveDuplicates();
    }
}
