package com.example.quarkus;

import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;

/** Counts nodes. */
@ApplicationScoped
public class NodeCounter {
    private final KubernetesClient kubernetes;

    public NodeCounter(KubernetesClient kubernetes) {
        this.kubernetes = kubernetes;
    }

    public int nodes() {
        return kubernetes.nodes().list().getItems().size();
    }
}
