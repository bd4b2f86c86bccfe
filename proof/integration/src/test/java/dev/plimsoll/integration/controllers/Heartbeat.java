package dev.plimsoll.integration.controllers;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Renews the lease of a node that nobody else is behind. */
final class Heartbeat implements AutoCloseable {
    private final Cluster cluster;
    private final ObjectName lease;
    private final AtomicInteger beats = new AtomicInteger();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final Future<?> beating;

    Heartbeat(Cluster cluster, String node) {
        this.cluster = cluster;
        this.lease = new ObjectName("kube-node-lease", node);
        var made = ClientJson.object();
        made.putObject("metadata").put("namespace", lease.namespace()).put("name", node);
        Cluster.done(cluster.client().create(ApiResource.LEASES, made));
        beating = thread.scheduleWithFixedDelay(this::beat, 0, 20, TimeUnit.MILLISECONDS);
    }

    private void beat() {
        var change = ClientJson.object();
        change.putObject("spec")
                .put("holderIdentity", lease.name())
                .put("renewTime", "2026-01-01T00:00:00.%06dZ".formatted(beats.incrementAndGet()));
        cluster.client().patch(ApiResource.LEASES, lease, new Patch.Merge(change));
    }

    /** Waits for a beat that begins after this was called. */
    void awaitNext() throws InterruptedException {
        var next = "2026-01-01T00:00:00.%06dZ".formatted(beats.get() + 1);
        cluster.seen(ApiResource.LEASES)
                .await(
                        "a heartbeat",
                        each -> each.at("/spec/renewTime").asText().compareTo(next) >= 0);
    }

    @Override
    public void close() {
        beating.cancel(true);
        thread.shutdownNow();
    }
}
