package dev.plimsoll.integration.controllers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.objects.pod.PodObject;
import java.util.concurrent.LinkedBlockingQueue;

/** Puts pods on nodes: on the one that they are made for, or else on one after the other. */
final class Binder implements AutoCloseable {
    private final ApiClient client;
    private final int nodes;
    private final LinkedBlockingQueue<ObjectNode> unbound = new LinkedBlockingQueue<>();
    private final Thread thread;
    private int next;

    Binder(ApiClient client, Observed pods, int nodes) {
        this.client = client;
        this.nodes = nodes;
        this.thread = Thread.ofVirtual().name("binder").start(this::run);
        pods.follow(unbound::add);
    }

    private void run() {
        try {
            while (true) bind(unbound.take());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void bind(ObjectNode pod) {
        var spec = pod.path("spec");
        if (!spec.path("nodeName").asText().isEmpty() || pod.path("metadata").has("deletionTimestamp")) return;
        if (spec.path("schedulerName").asText().equals("nobody")) return;
        var target = new PodObject(pod).controlled().target();
        if (target.isEmpty()) target = "node-" + next++ % nodes;
        var binding = ClientJson.object().put("apiVersion", "v1").put("kind", "Binding");
        binding.putObject("metadata")
                .put("name", pod.path("metadata").path("name").asText());
        binding.putObject("target").put("kind", "Node").put("name", target);
        // Refused where the pod is bound or gone already.
        client.create(ApiResource.PODS.sub("binding"), ObjectName.of(pod), binding);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
