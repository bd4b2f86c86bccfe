package com.example.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import dev.plimsoll.testkit.operatorsdk.OperatorSdkTimers;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** docs/guide/testing-operator-sdk.md */
@PlimsollCluster(nodes = 0, time = ClusterTime.VIRTUAL)
class OperatorSdkTest {
    @ControllerConfiguration
    static final class BackupReconciler implements Reconciler<ConfigMap> {
        final AtomicInteger backups = new AtomicInteger();

        @Override
        public UpdateControl<ConfigMap> reconcile(ConfigMap schedule, Context<ConfigMap> context) {
            if (!schedule.getMetadata().getName().equals("backups")) return UpdateControl.noUpdate();
            backups.incrementAndGet();
            return UpdateControl.<ConfigMap>noUpdate().rescheduleAfter(Duration.ofMinutes(5));
        }
    }

    @Test
    void everyFiveMinutes(TestCluster cluster, KubernetesClient kubernetes) {
        var workers = Executors.newFixedThreadPool(4);
        var operator = new Operator(settings -> settings.withKubernetesClient(kubernetes)
                .withExecutorService(cluster.settleWith(workers)) // time waits for reconcilers
                .withCloseClientOnStop(false));
        var reconciler = new BackupReconciler();
        operator.register(reconciler);
        OperatorSdkTimers.replace(operator, cluster.scheduler()); // their timers are the cluster's
        operator.start();
        try {
            cluster.applyText("{apiVersion: v1, kind: ConfigMap, metadata: {name: backups}}");
            cluster.advance(Duration.ofSeconds(1));
            assertEquals(1, reconciler.backups.get());

            cluster.advance(Duration.ofHours(1));
            assertEquals(13, reconciler.backups.get());
        } finally {
            operator.stop();
            workers.shutdown();
        }
    }
}
