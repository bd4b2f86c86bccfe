package com.example.spring;

import io.fabric8.kubernetes.client.KubernetesClient;
import org.springframework.stereotype.Component;

/** Counts the pods that run. */
@Component
public class PodCounter {
    private final KubernetesClient kubernetes;

    public PodCounter(KubernetesClient kubernetes) {
        this.kubernetes = kubernetes;
    }

    public long running() {
        return kubernetes.pods().inAnyNamespace().list().getItems().stream()
                .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
                .count();
    }
}
