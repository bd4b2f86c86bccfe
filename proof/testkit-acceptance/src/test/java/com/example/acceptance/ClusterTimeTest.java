package com.example.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.client.ClusterTime;
import dev.plimsoll.testkit.client.PlimsollCluster;
import dev.plimsoll.testkit.client.TestCluster;
import dev.plimsoll.testkit.operatorsdk.OperatorSdkTimers;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Time waits for the operator under test. */
// Acceptance of the test kit: time-handlers, time-executors, time-scheduler, time-clock, time-operator-sdk
@PlimsollCluster(nodes = 1, time = ClusterTime.VIRTUAL)
class ClusterTimeTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    ClusterTimeTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void reset() {
        cluster.reset();
    }

    /** Computes for as long, as a handler may. */
    private static void work(Duration duration) {
        var end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() - end < 0) Thread.onSpinWait();
    }

    private void create(String name) {
        cluster.applyText("{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + "}}");
    }

    @Test
    void handlersThatTakeAWhileAreDone() {
        var ends = new CopyOnWriteArrayList<Duration>();
        var begun = cluster.now();
        var handler = new ResourceEventHandler<ConfigMap>() {
            @Override
            public void onAdd(ConfigMap map) {
                if (!map.getMetadata().getName().equals("late")) return;
                work(Duration.ofMillis(50));
                kubernetes.configMaps().inNamespace("default").withName("late").get(); // a request in its midst
                ends.add(Duration.between(begun, cluster.now()));
            }

            @Override
            public void onUpdate(ConfigMap before, ConfigMap now) {}

            @Override
            public void onDelete(ConfigMap map, boolean isUnknown) {}
        };
        var scheduler = cluster.scheduler();
        try (var informer = kubernetes.configMaps().inNamespace("default").inform(handler)) {
            assertThat(informer.isRunning()).isTrue();
            scheduler.schedule(() -> create("late"), 10, TimeUnit.MINUTES);
            cluster.advance(Duration.ofHours(1));
            assertThat(ends).hasSize(1);
            assertThat(ends.get(0)).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(10).plusSeconds(5));
        } finally {
            scheduler.shutdownNow();
        }
    }

    @Test
    void executorsOfTheOperatorAreWaitedFor() {
        var workers = Executors.newSingleThreadExecutor();
        var scheduler = cluster.scheduler();
        try {
            var counted = cluster.settleWith(workers);
            var ends = new CopyOnWriteArrayList<Duration>();
            var begun = cluster.now();
            scheduler.schedule(() -> counted.execute(() -> {
                work(Duration.ofMillis(50));
                counted.execute(() -> ends.add(Duration.between(begun, cluster.now())));
            }), 1, TimeUnit.MINUTES);
            cluster.advance(Duration.ofMinutes(10));
            assertThat(ends).hasSize(1);
            assertThat(ends.get(0)).isLessThan(Duration.ofSeconds(62));
        } finally {
            scheduler.shutdownNow();
            workers.shutdown();
        }
    }

    @Test
    void tasksRunByTheClockOfTheCluster() {
        var scheduler = cluster.scheduler();
        try {
            var begun = cluster.clock().instant();
            var runs = new CopyOnWriteArrayList<Long>();
            scheduler.scheduleAtFixedRate(
                    () -> runs.add(Duration.between(begun, cluster.clock().instant()).toMinutes()), 5, 5, TimeUnit.MINUTES);
            cluster.advance(Duration.ofMinutes(21));
            assertThat(runs).isEqualTo(List.of(5L, 10L, 15L, 20L));
        } finally {
            scheduler.shutdownNow();
        }
    }

    @ControllerConfiguration
    static final class Backups implements Reconciler<ConfigMap> {
        final AtomicInteger made = new AtomicInteger();

        @Override
        public UpdateControl<ConfigMap> reconcile(ConfigMap schedule, Context<ConfigMap> context) {
            if (!schedule.getMetadata().getName().equals("backups")) return UpdateControl.noUpdate();
            made.incrementAndGet();
            return UpdateControl.<ConfigMap>noUpdate().rescheduleAfter(Duration.ofMinutes(5));
        }
    }

    @Test
    void theJavaOperatorSdkReschedulesWithinAnHour() {
        var workers = Executors.newFixedThreadPool(4);
        var operator = new Operator(settings -> settings.withKubernetesClient(kubernetes)
                .withExecutorService(cluster.settleWith(workers))
                .withCloseClientOnStop(false));
        var backups = new Backups();
        operator.register(backups);
        OperatorSdkTimers.replace(operator, cluster.scheduler());
        operator.start();
        try {
            create("backups");
            cluster.advance(Duration.ofSeconds(1));
            assertThat(backups.made.get()).isEqualTo(1);
            cluster.advance(Duration.ofHours(1));
            assertThat(backups.made.get()).isEqualTo(13);
        } finally {
            operator.stop();
            workers.shutdown();
        }
    }
}
