package dev.plimsoll.nodeagent.metrics;

import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.nodeagent.runtime.ForwardingRuntime;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import java.util.function.LongSupplier;

/** A runtime whose acts are counted and timed. */
public final class MeteredRuntime extends ForwardingRuntime {
    private final RuntimeOperations operations;
    private final LongSupplier nanos;

    public MeteredRuntime(PodRuntime runtime, RuntimeOperations operations, LongSupplier nanos) {
        super(runtime);
        this.operations = operations;
        this.nanos = nanos;
    }

    @Override
    public NodeEvent.Outcome perform(Act act) {
        var begun = nanos.getAsLong();
        var outcome = super.perform(act);
        operations.performed(act, outcome, nanos.getAsLong() - begun);
        return outcome;
    }
}
