package dev.plimsoll.controllers;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.lease.ElectionCandidate;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.controllers.loop.ControllerMetrics;
import dev.plimsoll.runtime.LeaderOnlyTransport;
import dev.plimsoll.runtime.LeaderReport;
import dev.plimsoll.runtime.Leadership;
import dev.plimsoll.runtime.ProgramContext;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The controllers of a cluster against any Kubernetes API server, alone in a process or beside others.
 *
 * <p>Stopped at any moment they leave nothing half done that a later start would not finish: all they know is in the API.
 */
public final class Controllers implements AutoCloseable {
    private final Transport transport;
    private final ControllerSettings settings;
    private final ControllerMetrics metrics;
    private final ProgramContext context;
    private volatile @Nullable LeaderSession term;
    private volatile @Nullable Leadership leadership;

    /**
     * Controllers that are not yet at work.
     *
     * @param transport stays open
     */
    public Controllers(Transport transport, ControllerSettings settings, ProgramContext context) {
        this.transport = transport;
        this.settings = settings;
        this.context = context;
        this.metrics = new ControllerMetrics(context.registry(), context.time()::nanos);
    }

    /** Begins, as soon as this process leads. Returns at once. */
    public void start() {
        switch (settings.election()) {
            case ControllerSettings.Election.None() -> begin(transport);
            case ControllerSettings.Election.ByLease lease -> stand(lease);
        }
    }

    private void stand(ControllerSettings.Election.ByLease wish) {
        var client = ApiClient.over(
                transport, LeaderSession.USER_AGENT, TokenBucket.unlimited(context.time()), context.time());
        var candidate = new ElectionCandidate() {
            @Override
            public void elected() {
                begin(new LeaderOnlyTransport(transport, Controllers.this::isLeading));
            }

            @Override
            public void ousted() {
                end();
            }

            @Override
            public void leaderIs(String identity) {}
        };
        var claim = new Leadership.Claim(wish.lease(), wish.identity(), wish.times());
        var report = new LeaderReport(context);
        var made =
                Leadership.byLease("controllers", client, claim, candidate, report, context.time(), context.random());
        leadership = made;
        made.start();
    }

    private synchronized void begin(Transport way) {
        var next = new LeaderSession(way, settings, context, metrics);
        term = next;
        next.start();
    }

    private synchronized void end() {
        var ending = term;
        term = null;
        if (ending != null) ending.close();
    }

    /** Whether this process may act now. */
    public boolean isLeading() {
        var held = leadership;
        return held == null ? term != null : held.getAsBoolean();
    }

    /** Whether the caches are filled and the controllers at work. */
    public boolean isAtWork() {
        var now = term;
        return now != null && now.isSynced();
    }

    /** Whether nothing is amiss: the controllers are at work, or another process leads. */
    public boolean isReady() {
        return !isLeading() || isAtWork();
    }

    public PrometheusRegistry registry() {
        return metrics.registry();
    }

    /** Stops, and gives the lease back. */
    @Override
    public void close() {
        var held = leadership;
        if (held != null) held.close();
        end();
    }
}
