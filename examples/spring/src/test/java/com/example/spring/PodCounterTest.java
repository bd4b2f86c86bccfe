package com.example.spring;

import static dev.plimsoll.testkit.client.ClusterAssertions.assertThatPod;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.plimsoll.testkit.client.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

@SpringBootTest(classes = {PodCounter.class, PodCounterTest.ClusterBeans.class})
class PodCounterTest {
    @TestConfiguration
    static class ClusterBeans {
        @Bean
        TestCluster cluster() {
            return TestCluster.builder().nodes(2).start(); // closed with the context
        }

        @Bean(destroyMethod = "")
        KubernetesClient kubernetes(TestCluster cluster) {
            return cluster.fabric8();
        }
    }

    @Autowired
    private TestCluster cluster;

    @Autowired
    private PodCounter counter;

    @Test
    void countsPodsThatRun() {
        assertEquals(0, counter.running());
        cluster.applyText("{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: app}]}}");
        assertThatPod(cluster, "default", "web").isRunning();
        assertEquals(1, counter.running());
    }
}
