package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.FormatMethod;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.ExtraWatches;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** An API server in this process, with a Deployment and what belongs to it. */
public final class TestCluster implements AutoCloseable {
    private static final String TOKEN = "secret-token";

    private final MemoryStore store = new MemoryStore();
    private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
    private final Queue<String> unreadable = new ConcurrentLinkedQueue<>();
    private final ApiServer server;
    public final ApiClient client;
    final ClusterState cluster;

    public TestCluster() {
        this(FeatureGates.DEFAULT);
    }

    TestCluster(FeatureGates gates) {
        this(gates, UnaryOperator.identity());
    }

    /** With somebody between the autoscaler and the server. */
    TestCluster(FeatureGates gates, UnaryOperator<Transport> between) {
        server = ApiServer.start(
                store,
                Pki.inMemory(Instant.now()),
                new dev.plimsoll.apiserver.ApiServerSettings(
                        "127.0.0.1",
                        0,
                        false,
                        Map.of(TOKEN, new User("admin", "", List.of(User.MASTERS))),
                        gates,
                        InstantSource.system(),
                        new Random(1),
                        () -> UUID.randomUUID().toString()),
                defects::add);
        client = client(between);
        cluster = new ClusterState(client, ExtraWatches.EVERYTHING, new Strict(), Time.system(), new Random(2));
    }

    /** One more client, with somebody between it and the server. */
    ApiClient client(UnaryOperator<Transport> between) {
        var time = Time.system();
        return ApiClient.over(
                between.apply(server.transport(TOKEN)), "autoscaler-test/1", TokenBucket.unlimited(time), time);
    }

    /** How programs outside of this process find the server. */
    public String kubeconfig() {
        return server.kubeconfig("admin", TOKEN);
    }

    private final class Strict implements Observer {
        @Override
        public void unreadable(ObjectName name, String why) {
            unreadable.add(name + ": " + why);
        }

        @Override
        public void trouble(ApiResource resource, String problem) {
            // a watch that ends with the server is no defect
        }

        @Override
        public void defect(RuntimeException exception) {
            defects.add(exception);
        }
    }

    void started() throws InterruptedException {
        assertThat(cluster.start(Duration.ofSeconds(30))).isTrue();
    }

    /** The checkpoint that upstream wrote for container app of web, moved to yesterday: what was sampled last more than eight days ago is forgotten. */
    void upstreamCheckpoint() {
        var today = Instant.now().truncatedTo(ChronoUnit.DAYS);
        var last = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(600);
        create(
                AutoscalerResources.CHECKPOINTS,
                json(
                        """
                {"metadata":{"name":"web-app","namespace":"default"},"spec":{"vpaObjectName":"web","containerName":"app"},
                 "status":{"version":"v3","firstSampleStart":"%s","lastSampleStart":"%s","lastUpdateTime":"%s",
                 "totalSamplesCount":1440,
                 "cpuHistogram":{"referenceTimestamp":"%s","totalWeight":277.3,
                  "bucketWeights":{"8":10000,"14":4167,"25":1333,"36":1167}},
                 "memoryHistogram":{"referenceTimestamp":"%s","totalWeight":4.00452,"bucketWeights":{"15":5000,"16":10000}}}}""",
                        last.minus(1, ChronoUnit.DAYS),
                        last,
                        last.plusSeconds(60),
                        today.minus(1, ChronoUnit.DAYS),
                        today));
    }

    @FormatMethod
    static ObjectNode json(String text, Object... arguments) {
        return read(text.formatted(arguments));
    }

    private static ObjectNode read(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    ObjectNode create(ApiResource resource, ObjectNode object) {
        var outcome = client.create(resource, object);
        assertThat(outcome).as(outcome.problem()).isInstanceOf(RequestResult.Done.class);
        return outcome.done().orElseThrow();
    }

    ObjectNode get(ApiResource resource, String name) {
        return client.get(resource, new ObjectName("default", name)).done().orElseThrow();
    }

    /** A Deployment {@code web} with its ReplicaSet. */
    void deployment(int replicas) {
        deployment("web", replicas);
    }

    void deployment(String name, int replicas) {
        create(AutoscalerResources.controller("Deployment").orElseThrow(), json("""
                {"metadata":{"namespace":"default","name":"%1$s"},"spec":{"replicas":%2$d,
                 "selector":{"matchLabels":{"app":"%1$s"}},"template":{"metadata":{"labels":{"app":"%1$s"}},
                 "spec":{"containers":[{"name":"main","image":"i"}]}}}}""", name, replicas));
        create(AutoscalerResources.controller("ReplicaSet").orElseThrow(), json("""
                {"metadata":{"namespace":"default","name":"%1$s-1","ownerReferences":[
                 {"apiVersion":"apps/v1","kind":"Deployment","name":"%1$s","uid":"d","controller":true}]},
                 "spec":{"replicas":%2$d,"selector":{"matchLabels":{"app":"%1$s"}},
                 "template":{"metadata":{"labels":{"app":"%1$s"}},"spec":{"containers":[{"name":"main","image":"i"}]}}}}""", name, replicas));
    }

    void vpa(String mode, String resourcePolicy) {
        create(AutoscalerResources.VPAS, vpa("web", "{\"updateMode\":\"" + mode + "\"}", resourcePolicy));
    }

    /** One for the Deployment of the same name. */
    static ObjectNode vpa(String name, String updatePolicy, String resourcePolicy) {
        return json("""
                {"metadata":{"namespace":"default","name":"%1$s"},"spec":{
                 "targetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"%1$s"},
                 "updatePolicy":%2$s,"resourcePolicy":%3$s}}""", name, updatePolicy, resourcePolicy);
    }

    /** A pod of the Deployment as a controller would make it: the name begins with the Deployment's. */
    ObjectNode pod(String name, String resources, String containers) {
        return create(ApiResource.PODS, json("""
                {"metadata":{"namespace":"default","name":"%1$s","labels":{"app":"%2$s"},"ownerReferences":[
                 {"apiVersion":"apps/v1","kind":"ReplicaSet","name":"%2$s-1","uid":"r","controller":true}]},
                 "spec":{%3$s"containers":%4$s}}""", name, name.substring(0, name.indexOf('-')), resources, containers));
    }

    /** As a node would say of a pod that it runs. */
    void running(String name, String statuses) {
        bind(name);
        status(name, """
                {"status":{"phase":"Running","startTime":"2026-01-10T00:00:00Z","containerStatuses":%s}}""".formatted(statuses));
    }

    private void bind(String name) {
        var binding = json("""
                {"apiVersion":"v1","kind":"Binding","metadata":{"namespace":"default","name":"%s"},
                 "target":{"kind":"Node","name":"n1"}}""", name);
        client.create(ApiResource.PODS.sub("binding"), new ObjectName("default", name), binding);
    }

    void status(String name, String change) {
        var outcome = client.patch(
                ApiResource.PODS.sub("status"), new ObjectName("default", name), new Patch.Strategic(read(change)));
        assertThat(outcome).as(outcome.problem()).isInstanceOf(RequestResult.Done.class);
    }

    void node() {
        create(ApiResource.NODES, json("{\"metadata\":{\"name\":\"n1\"}}"));
        var status = json("""
                {"status":{"capacity":{"cpu":"64","memory":"256Gi","pods":"110"},
                 "allocatable":{"cpu":"64","memory":"256Gi","pods":"110"},
                 "declaredFeatures":["InPlacePodLevelResourcesVerticalScaling"]}}""");
        client.patch(ApiResource.NODES.sub("status"), ObjectName.ofCluster("n1"), new Patch.Merge(status));
    }

    /** What a pod's containers use, as a node tells it. */
    void usage(String pod, Instant at, Map<String, String> containers) {
        var document = json("""
                {"metadata":{"namespace":"default","name":"%s"},"timestamp":"%s","window":"15s","containers":[]}""", pod, at);
        containers.forEach((name, usage) -> {
            var parts = usage.split(",", -1);
            document.withArray("/containers")
                    .addObject()
                    .put("name", name)
                    .putObject("usage")
                    .put("cpu", parts[0])
                    .put("memory", parts[1]);
        });
        var name = new ObjectName("default", pod);
        if (client.patch(AutoscalerResources.POD_METRICS, name, new Patch.Merge(document))
                instanceof RequestResult.NotFound<ObjectNode>) {
            create(AutoscalerResources.POD_METRICS, document);
        }
    }

    /** Waits until a cache is as it should be, from now on or already. */
    static <T> void await(String what, Cache<T> cache, Predicate<Cache<T>> condition) throws InterruptedException {
        var met = new CountDownLatch(1);
        var subscription = cache.subscribe(_ -> {
            if (condition.test(cache)) met.countDown();
        });
        if (condition.test(cache)) met.countDown();
        assertThat(met.await(30, TimeUnit.SECONDS)).as(what).isTrue();
        subscription.close();
    }

    JsonNode vpaStatus() {
        return get(AutoscalerResources.VPAS, "web").path("status");
    }

    /** A recommendation as somebody wrote it. */
    void recommend(String status) {
        var name = new ObjectName("default", "web");
        var outcome = client.patch(
                AutoscalerResources.VPAS.sub("status"),
                name,
                new Patch.Merge(json("{\"status\":{\"recommendation\":%s}}", status)));
        assertThat(outcome).as(outcome.problem()).isInstanceOf(RequestResult.Done.class);
    }

    /** Objects that could not be read, which are expected now. */
    List<String> takeUnreadable() {
        var taken = List.copyOf(unreadable);
        unreadable.clear();
        return taken;
    }

    @Override
    public void close() {
        cluster.close();
        server.close();
        store.close();
        assertThat(defects).isEmpty();
        assertThat(unreadable).isEmpty();
    }
}
