package dev.plimsoll.benchmarks.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Six operations a second: config maps and pods are created, old pods and pods of a Deployment are deleted. */
final class SteadyLoad implements AutoCloseable {
    static final int REPLICAS = 10;

    private static final long PERIOD_MILLIS = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int KEPT_PODS = 20;

    private final ApiClient client;
    private final Progress writes;
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;

    SteadyLoad(ApiClient client, Progress writes) {
        this.client = client.within(PATIENCE);
        this.writes = writes;
    }

    private interface Round {
        void number(int number) throws InterruptedException;
    }

    void start() throws InterruptedException {
        insist(() -> client.create(ApiResource.DEPLOYMENTS, deployment()));
        begin("maps", number -> {
            if (!insist(() -> client.create(ApiResource.CONFIG_MAPS, named("ConfigMap", "map-" + number)))) return;
            acknowledged.set(number + 1);
            writes.made();
        });
        begin("pods", number -> {
            insist(() -> client.create(ApiResource.PODS, pod("pod-" + number)));
            if (number >= KEPT_PODS) delete("pod-" + (number - KEPT_PODS));
        });
        begin("replaced", _ -> replaceOne());
    }

    private void begin(String name, Round round) {
        threads.add(Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                for (var number = 0; !ended; number++) {
                    round.number(number);
                    TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // closing
            }
        }));
    }

    private interface Attempt {
        RequestResult<ObjectNode> send();
    }

    /** Until it is done. One that exists already was done by an attempt whose answer was lost. */
    private boolean insist(Attempt attempt) throws InterruptedException {
        while (!ended) {
            var result = attempt.send();
            switch (result) {
                case RequestResult.Done<ObjectNode> _,
                        RequestResult.Conflict<ObjectNode> _,
                        RequestResult.NotFound<ObjectNode> _ -> {
                    return true;
                }
                case RequestResult.Refused<ObjectNode> _, RequestResult.Unreachable<ObjectNode> _ -> {
                    errors.incrementAndGet();
                    System.err.println("fault run: " + result.problem());
                    TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
                }
            }
        }
        return false;
    }

    private void delete(String pod) throws InterruptedException {
        insist(() -> client.delete(ApiResource.PODS, new ObjectName("default", pod), DeleteOptions.DEFAULT));
    }

    private void replaceOne() throws InterruptedException {
        var running = deploymentPods();
        if (running.size() < REPLICAS) return;
        for (var pod : running) {
            if (pod.at("/metadata").has("deletionTimestamp")) continue;
            delete(pod.at("/metadata/name").asText());
            return;
        }
    }

    private List<ObjectNode> deploymentPods() {
        return client.listAll(ApiResource.PODS, ObjectSelection.inNamespace("default"), 500)
                .done()
                .map(list -> list.items().stream()
                        .filter(pod -> pod.at("/metadata/ownerReferences").size() > 0)
                        .toList())
                .orElse(List.of());
    }

    /** Config maps that were acknowledged and are not there; null where the servers do not tell. */
    @Nullable
    Integer lost() {
        var list = client.listAll(ApiResource.CONFIG_MAPS, ObjectSelection.inNamespace("default"), 500)
                .done();
        if (list.isEmpty()) return null;
        var there = new HashSet<String>();
        for (var map : list.get().items()) there.add(map.at("/metadata/name").asText());
        var lost = 0;
        for (var i = 0; i < acknowledged.get(); i++) if (!there.contains("map-" + i)) lost++;
        return lost;
    }

    int errors() {
        return errors.get();
    }

    int acknowledged() {
        return acknowledged.get();
    }

    private static ObjectNode named(String kind, String name) {
        var object = ClientJson.object().put("apiVersion", "v1").put("kind", kind);
        object.withObject("/metadata").put("name", name).put("namespace", "default");
        return object;
    }

    private static void giveSpec(ObjectNode spec) {
        spec.withArray("/containers").addObject().put("name", "app").put("image", "example.org/app:1");
        spec.withObject("/resources").withObject("/requests").put("cpu", "100m").put("memory", "16Mi");
    }

    private static ObjectNode pod(String name) {
        var pod = named("Pod", name);
        giveSpec(pod.withObject("/spec"));
        return pod;
    }

    private static ObjectNode deployment() {
        var deployment = named("Deployment", "steady").put("apiVersion", "apps/v1");
        var spec = deployment.withObject("/spec").put("replicas", REPLICAS);
        spec.withObject("/selector").withObject("/matchLabels").put("app", "steady");
        spec.withObject("/template")
                .withObject("/metadata")
                .withObject("/labels")
                .put("app", "steady");
        giveSpec(spec.withObject("/template").withObject("/spec"));
        return deployment;
    }

    @Override
    public void close() {
        end();
    }

    /** Ends the load; what was written can still be looked at. */
    void end() {
        ended = true;
        for (var thread : threads) thread.interrupt();
        for (var thread : threads) {
            try {
                thread.join(PATIENCE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
