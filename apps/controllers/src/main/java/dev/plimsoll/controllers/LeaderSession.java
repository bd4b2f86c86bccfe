package dev.plimsoll.controllers;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.EventSource;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.controllers.loop.ChildNames;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ControllerMetrics;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Informers;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.loop.Workers;
import dev.plimsoll.runtime.ProgramContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The controllers from the moment at which this process may act until it may not. It knows nothing of the term before. */
final class LeaderSession implements AutoCloseable {
    static final String USER_AGENT = "plimsoll-controllers/1";

    private final ControllerSettings settings;
    private final ProgramContext context;
    private final ControllerMetrics metrics;
    private final Transport transport;
    private final ApiClient client;
    private final Informers informers;
    private final Map<String, Events> events = new ConcurrentHashMap<>();
    private final List<Thread> recorders = new CopyOnWriteArrayList<>();
    private final List<Workers> workers = new ArrayList<>();
    private final Thread starter;
    private volatile boolean synced;

    LeaderSession(Transport transport, ControllerSettings settings, ProgramContext context, ControllerMetrics metrics) {
        this.settings = settings;
        this.context = context;
        this.metrics = metrics;
        this.transport = transport;
        this.client = ApiClient.over(transport, USER_AGENT, TokenBucket.unlimited(context.time()), context.time());
        this.informers = new Informers(client, context.reporter(), context.time(), context.random());
        this.starter = ComponentThreads.named("controllers").unstarted(this::run);
    }

    void start() {
        starter.start();
    }

    /** Whether the caches are filled and the controllers at work. */
    boolean isSynced() {
        return synced;
    }

    private void run() {
        var around = new ControllerContext(
                client,
                informers,
                this::events,
                new ChildNames(context.random()),
                context.time(),
                settings.gates(),
                metrics,
                context.reporter());
        var made = new ArrayList<Workers>();
        for (var controller : ControllerRegistry.controllers(settings, context.random(), around, transport))
            made.add(prepared(controller));
        informers.start();
        try {
            informers.awaitSync();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the term ended before it began
            return;
        }
        synchronized (this) {
            if (Thread.currentThread().isInterrupted()) return;
            workers.addAll(made);
            for (var each : workers) each.start(settings.workers());
            synced = true;
        }
    }

    private Workers prepared(Controller controller) {
        var queue = new WorkQueue(context.time(), metrics.queue(controller.name()));
        controller.follow(queue);
        return new Workers(controller, queue, context.reporter());
    }

    private Events events(String component) {
        return events.computeIfAbsent(component, name -> {
            var recorder = new EventRecorder(client, new EventSource(name, ""), context.time(), context.random());
            recorders.add(ComponentThreads.named(name + "-events").start(recorder));
            return new Events(recorder);
        });
    }

    @Override
    public void close() {
        synchronized (this) {
            starter.interrupt();
            synced = false;
        }
        workers.forEach(Workers::close);
        informers.close();
        for (var recorder : recorders) recorder.interrupt();
    }
}
