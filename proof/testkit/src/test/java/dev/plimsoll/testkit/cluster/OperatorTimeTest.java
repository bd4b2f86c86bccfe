package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An operator under test works by the cluster's time, and time waits for it. */
@PlimsollCluster(time = ClusterTime.VIRTUAL)
class OperatorTimeTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    OperatorTimeTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    /** Computes for as long, as a handler may. */
    private static void work(Duration duration) {
        var end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() - end < 0) Thread.onSpinWait();
    }

    private void create(String name) {
        var map = ClientJson.object().put("apiVersion", "v1").put("kind", "ConfigMap");
        map.withObject("/metadata").put("namespace", "default").put("name", name);
        assertThat(cluster.client().create(ApiResource.CONFIG_MAPS, map).problem())
                .isEmpty();
    }

    @Test
    @DisplayName("handlers of informers that take 50 ms are done with what they write when time has passed")
    void informers() {
        var done = new CopyOnWriteArrayList<String>();
        try (var _ = kubernetes.configMaps().inNamespace("default").inform(new ResourceEventHandler<ConfigMap>() {
                    @Override
                    public void onAdd(ConfigMap map) {
                        if (!map.getMetadata().getName().startsWith("late")) return;
                        work(Duration.ofMillis(50));
                        kubernetes.resource(map).edit(seen -> {
                            seen.getMetadata().setLabels(Map.of("handled", "yes"));
                            return seen;
                        });
                        done.add(map.getMetadata().getName());
                    }

                    @Override
                    public void onUpdate(ConfigMap before, ConfigMap now) {}

                    @Override
                    public void onDelete(ConfigMap map, boolean isUnknown) {}
                });
                var scheduler = cluster.scheduler()) {
            for (var i = 1; i <= 3; i++) {
                var name = "late-" + i;
                var _ = scheduler.schedule(() -> create(name), 10L * i, TimeUnit.MINUTES);
            }
            cluster.advance(Duration.ofHours(1));
            for (var i = 1; i <= 3; i++) {
                cluster.await(
                        ConfigMap.class,
                        "default",
                        "late-" + i,
                        map -> map.getMetadata().getLabels() != null
                                && "yes".equals(map.getMetadata().getLabels().get("handled")));
            }
            assertThat(done).isSubsetOf("late-1", "late-2", "late-3").doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName("a task every five minutes runs twelve times in an hour, by the clock")
    void scheduler() {
        var began = cluster.now();
        var runs = new CopyOnWriteArrayList<Duration>();
        try (var scheduler = cluster.scheduler()) {
            var _ = scheduler.scheduleAtFixedRate(
                    () -> runs.add(Duration.between(began, cluster.clock().instant())), 5, 5, TimeUnit.MINUTES);
            cluster.advance(Duration.ofHours(1).plusSeconds(30));
        }
        assertThat(runs.stream().map(Duration::toMinutes))
                .containsExactlyElementsOf(List.of(5L, 10L, 15L, 20L, 25L, 30L, 35L, 40L, 45L, 50L, 55L, 60L));
    }

    @Test
    @DisplayName("a scheduler that is shut down waits for no time: what waits is cancelled, and its threads end")
    void shutDown() throws InterruptedException {
        var scheduler = cluster.scheduler();
        var ran = new CopyOnWriteArrayList<String>();
        var later = scheduler.schedule(() -> ran.add("later"), 1, TimeUnit.HOURS);
        var again = scheduler.scheduleWithFixedDelay(() -> ran.add("again"), 2, 2, TimeUnit.HOURS);
        var cancelled = scheduler.schedule(() -> ran.add("cancelled"), 3, TimeUnit.HOURS);
        assertThat(cancelled.cancel(false)).isTrue();
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(scheduler.isTerminated()).isTrue();
        assertThat(later.isCancelled()).isTrue();
        assertThat(again.isCancelled()).isTrue();
        cluster.advance(Duration.ofHours(4));
        assertThat(ran).isEmpty();
        assertThatThrownBy(() -> scheduler.execute(() -> ran.add("too late"))).hasMessage("the scheduler is shut down");
    }

    @Test
    @DisplayName("time waits for what an executor of the operator was given")
    void settles() {
        var ends = new CopyOnWriteArrayList<Duration>();
        try (var own = Executors.newSingleThreadExecutor();
                var scheduler = cluster.scheduler()) {
            var executor = cluster.settleWith(own);
            var began = cluster.now();
            var _ = scheduler.schedule(
                    () -> executor.execute(() -> {
                        work(Duration.ofMillis(50));
                        executor.execute(() -> ends.add(Duration.between(began, cluster.now())));
                    }),
                    1,
                    TimeUnit.MINUTES);
            cluster.advance(Duration.ofMinutes(10));
        }
        assertThat(ends).singleElement().satisfies(end -> assertThat(end).isLessThan(Duration.ofSeconds(62)));
    }

    @Test
    @DisplayName("passUntil stops when it is so, and says what it waited for if it never is")
    void until() {
        var began = cluster.now();
        create("watched");
        var name = new ObjectName("default", "watched");
        try (var scheduler = cluster.scheduler()) {
            var change = ClientJson.object();
            change.withObject("/data").put("is", "there");
            var _ = scheduler.schedule(
                    () -> cluster.client().patch(ApiResource.CONFIG_MAPS, name, new Patch.Merge(change)),
                    90,
                    TimeUnit.SECONDS);
            cluster.passUntil(
                    Duration.ofMinutes(5),
                    () -> cluster.client()
                            .get(ApiResource.CONFIG_MAPS, name)
                            .done()
                            .orElseThrow()
                            .has("data"));
        }
        assertThat(Duration.between(began, cluster.now())).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(95));
    }
}
