package dev.plimsoll.core.resize.probes;

import dev.plimsoll.core.model.lifecycle.Probe;
import java.time.Instant;

/**
 * What one probe of one container has seen so far. A value: each turn gives the next one.
 *
 * @param containerId the instance that it is about; empty before the first
 * @param result what counts
 * @param last how the last run ended
 * @param run how many runs in a row ended so
 * @param isOnHold whether nothing is probed until there is another instance
 */
public record ProbeWorker(
        ProbeKind kind, String containerId, ProbeResult result, ProbeResult last, int run, boolean isOnHold) {

    public static ProbeWorker of(ProbeKind kind) {
        return new ProbeWorker(kind, "", kind.initial(), ProbeResult.UNKNOWN, 0, false);
    }

    /**
     * One that goes on where another process has stopped: what was said of this instance stands.
     *
     * @param wasSuccess whether the container had started, or was ready
     */
    public static ProbeWorker resumed(ProbeKind kind, String containerId, boolean wasSuccess) {
        if (!wasSuccess) return of(kind);
        return new ProbeWorker(
                kind, containerId, ProbeResult.SUCCESS, ProbeResult.UNKNOWN, 0, kind == ProbeKind.STARTUP);
    }

    /** What is to be done at this moment. */
    public sealed interface Turn {
        /** The worker from now on. */
        ProbeWorker worker();

        /** The probe is run, and {@link ProbeWorker#after} told of it. */
        record Run(ProbeWorker worker) implements Turn {}

        record Wait(ProbeWorker worker) implements Turn {}

        /** Nothing is left to look at, ever. */
        record End(ProbeWorker worker) implements Turn {}
    }

    public Turn turn(Probe probe, ProbedContainer container, Instant now) {
        if (container.containerId().isEmpty()) return container.isOver() ? new Turn.End(this) : new Turn.Wait(this);
        var worker = container.containerId().equals(containerId) ? this : about(container.containerId());
        if (container.isPodDeleted() && kind != ProbeKind.READINESS)
            return new Turn.End(worker.with(ProbeResult.SUCCESS));
        var since = container.runningSinceOrNull();
        if (since == null) {
            var failed = kind == ProbeKind.READINESS ? worker.with(ProbeResult.FAILURE) : worker;
            return container.isOver() ? new Turn.End(failed) : new Turn.Wait(failed);
        }
        if (worker.isOnHold) return new Turn.Wait(worker);
        if (now.isBefore(since.plusSeconds(probe.initialDelaySeconds()))) return new Turn.Wait(worker);
        // Of a container that has not started nothing else is asked; of one that has, not that any more.
        if (container.isStarted() == (kind == ProbeKind.STARTUP)) return new Turn.Wait(worker);
        return new Turn.Run(worker);
    }

    private ProbeWorker about(String id) {
        return new ProbeWorker(kind, id, kind.initial(), last, run, false);
    }

    private ProbeWorker with(ProbeResult changed) {
        return new ProbeWorker(kind, containerId, changed, last, run, isOnHold);
    }

    /** What a run makes of it. */
    public ProbeWorker after(Probe probe, ProbeRun ended) {
        var seen = switch (ended) {
            case ProbeRun.Succeeded _, ProbeRun.Warned _ -> ProbeResult.SUCCESS;
            case ProbeRun.Failed _ -> ProbeResult.FAILURE;
            case ProbeRun.Errored _ -> ProbeResult.UNKNOWN;
        };
        if (seen == ProbeResult.UNKNOWN) return this;
        var inRow = seen == last ? run + 1 : 1;
        var threshold = seen == ProbeResult.SUCCESS ? probe.successThreshold() : probe.failureThreshold();
        if (inRow < threshold) return new ProbeWorker(kind, containerId, result, seen, inRow, isOnHold);
        // A container that failed is restarted, and one that has started stays so: there is nothing to see until the
        // next.
        var holds = kind == ProbeKind.STARTUP || (kind == ProbeKind.LIVENESS && seen == ProbeResult.FAILURE);
        return new ProbeWorker(kind, containerId, seen, seen, holds ? 0 : inRow, holds);
    }
}
