package com.example.quarkus;

import dev.plimsoll.testkit.client.TestCluster;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** A cluster that starts before the application and ends after it. */
public class ClusterResource implements QuarkusTestResourceLifecycleManager {
    private TestCluster cluster;

    @Override
    public Map<String, String> start() {
        cluster = TestCluster.builder().nodes(3).start();
        return Map.of("kubeconfig.text", cluster.kubeconfig());
    }

    @Override
    public void stop() {
        if (cluster != null) cluster.close();
    }
}
