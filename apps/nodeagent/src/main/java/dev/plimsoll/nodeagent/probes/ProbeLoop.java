package dev.plimsoll.nodeagent.probes;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.lifecycle.Probe;
import dev.plimsoll.core.resize.probes.ProbeKind;
import dev.plimsoll.core.resize.probes.ProbeResult;
import dev.plimsoll.core.resize.probes.ProbeText;
import dev.plimsoll.core.resize.probes.ProbeWorker;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.PodHealth;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.runtime.Timers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One probe of one container, again and again. What it sees is decided by {@link ProbeWorker}. */
final class ProbeLoop {
    private final ContainerProbes owner;
    private final String uid;
    private final String part;
    private final Container container;
    private final ProbeKind kind;
    private final Probe probe;
    private final AtomicBoolean isBusy = new AtomicBoolean();
    /** Used by whoever is busy. */
    private ProbeWorker worker;

    private String toldId;
    private ProbeResult told;
    /** Guarded by this. */
    private Timers.@Nullable ScheduledTask task;

    private boolean isOver;

    /**
     * For a container as it is now.
     *
     * @param part of the pod, as events name it
     */
    ProbeLoop(ContainerProbes owner, PodRecord record, String part, Container container, ProbeKind kind, Probe probe) {
        this.owner = owner;
        this.uid = record.uid();
        this.part = part;
        this.container = container;
        this.kind = kind;
        this.probe = probe;
        this.worker = resumed(record);
        this.toldId = worker.containerId();
        this.told = worker.result();
    }

    private ProbeWorker resumed(PodRecord record) {
        var instance = record.actual().container(container.name());
        if (instance == null) return ProbeWorker.of(kind);
        var health = PodHealth.of(record);
        return switch (kind) {
            case STARTUP -> ProbeWorker.resumed(kind, instance.id(), health.isStarted(container));
            case READINESS -> ProbeWorker.resumed(kind, instance.id(), health.isReady(container));
            case LIVENESS -> ProbeWorker.of(kind);
        };
    }

    private Duration period() {
        return Duration.ofSeconds(probe.periodSeconds());
    }

    synchronized void start(Duration first) {
        if (!isOver) task = owner.timers().every(first, period(), this::tick);
    }

    private void tick() {
        owner.executor().execute(this::turn);
    }

    /** Looks at once, if it is about whether a container that has started is ready. */
    void nudge(PodRecord record) {
        var health = PodHealth.of(record);
        if (kind != ProbeKind.READINESS || !health.isStarted(container) || health.isReady(container)) return;
        synchronized (this) {
            if (isOver) return;
            if (task != null) task.cancel();
            task = owner.timers().every(period(), period(), this::tick);
        }
        tick();
    }

    /** Never two at a time: a turn that takes longer than a period replaces those that come meanwhile. */
    private void turn() {
        if (!isBusy.compareAndSet(false, true)) return;
        try {
            look();
        } finally {
            isBusy.set(false);
        }
    }

    private void look() {
        var record = owner.record(uid);
        if (record == null || isOver()) {
            end();
            return;
        }
        switch (worker.turn(probe, PodHealth.of(record).probed(container), owner.now())) {
            case ProbeWorker.Turn.Wait(var next) -> become(next);
            case ProbeWorker.Turn.End(var next) -> {
                become(next);
                end();
            }
            case ProbeWorker.Turn.Run(var next) -> {
                worker = next;
                var run = owner.run(record, container, kind, probe);
                if (isOver()) return;
                ProbeText.of(kind, run).ifPresent(warning -> owner.warn(record, part, warning));
                become(next.after(probe, run));
            }
        }
    }

    private void become(ProbeWorker next) {
        worker = next;
        if (next.containerId().isEmpty()) return;
        if (!next.containerId().equals(toldId)) {
            // The machine takes a new instance to be as a new worker is.
            toldId = next.containerId();
            told = ProbeWorker.of(kind).result();
        }
        if (next.result() == told) return;
        told = next.result();
        owner.tell(new NodeEvent.Probed(owner.now(), uid, container.name(), toldId, kind, told));
    }

    private synchronized boolean isOver() {
        return isOver;
    }

    synchronized void end() {
        isOver = true;
        if (task != null) task.cancel();
    }
}
