package dev.plimsoll.testkit.operatorsdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Operators of the SDK, whose minutes pass with those of the cluster. */
@PlimsollCluster(nodes = 0, time = ClusterTime.VIRTUAL)
class OperatorSdkTimersTest {
    private static final String SETTINGS = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings, namespace: default}
            """;

    private final TestCluster cluster;
    private final Operator operator;
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final List<Instant> reconciled = new CopyOnWriteArrayList<>();

    OperatorSdkTimersTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.operator = new Operator(settings -> settings.withKubernetesClient(kubernetes)
                .withExecutorService(cluster.settleWith(workers))
                .withCloseClientOnStop(false));
    }

    @AfterEach
    void stop() {
        operator.stop();
        workers.shutdown();
        cluster.reset();
    }

    @ControllerConfiguration
    private final class Periodic implements Reconciler<ConfigMap> {
        @Override
        public UpdateControl<ConfigMap> reconcile(ConfigMap settings, Context<ConfigMap> context) {
            if (settings.getMetadata().getName().equals("settings")) reconciled.add(cluster.now());
            return UpdateControl.<ConfigMap>noUpdate().rescheduleAfter(Duration.ofMinutes(5));
        }
    }

    @ControllerConfiguration
    private final class Failing implements Reconciler<ConfigMap> {
        @Override
        public UpdateControl<ConfigMap> reconcile(ConfigMap settings, Context<ConfigMap> context) {
            if (!settings.getMetadata().getName().equals("settings")) return UpdateControl.noUpdate();
            reconciled.add(cluster.now());
            if (reconciled.size() < 4) throw new IllegalStateException("not yet");
            return UpdateControl.noUpdate();
        }
    }

    @Test
    @DisplayName("what is rescheduled after five minutes happens twelve times within an hour")
    void everyFiveMinutes() {
        operator.register(new Periodic());
        OperatorSdkTimers.replace(operator, cluster.scheduler());
        operator.start();
        cluster.applyText(SETTINGS);
        cluster.advance(Duration.ofSeconds(1)); // time waits for the informer and the reconciler
        assertThat(reconciled).hasSize(1);
        cluster.advance(Duration.ofHours(1));
        assertThat(reconciled).hasSize(13);
        for (var each = 1; each < reconciled.size(); each++)
            assertThat(Duration.between(reconciled.get(each - 1), reconciled.get(each)))
                    .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(5).plusSeconds(2));
    }

    @Test
    @DisplayName("retries come after their back-off, in the cluster's time")
    void retries() {
        operator.register(new Failing());
        OperatorSdkTimers.replace(operator, cluster.scheduler());
        operator.start();
        cluster.applyText(SETTINGS);
        cluster.advance(Duration.ofMinutes(2));
        assertThat(reconciled).hasSize(4);
    }

    @Test
    @DisplayName("timers are replaced after controllers are registered and before the operator starts")
    void order() {
        assertThatThrownBy(() -> OperatorSdkTimers.replace(operator, cluster.scheduler()))
                .hasMessageContaining("register");
        operator.register(new Periodic());
        operator.start();
        assertThatThrownBy(() -> OperatorSdkTimers.replace(operator, cluster.scheduler()))
                .hasMessageContaining("before operator.start()");
    }
}
