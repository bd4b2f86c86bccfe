package dev.plimsoll.simulation.faults;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.store.StoreEvent;
import java.util.List;
import java.util.function.Consumer;

/** What must hold, whatever happens. */
final class FaultInvariants implements FaultyTransport.ReplyWitness {
    private final StoredObjects objects;
    private final Consumer<String> violations;
    private final SimulatedThreads threads;
    private long answers;
    private long events;

    FaultInvariants(StoredObjects objects, Consumer<String> violations, SimulatedThreads threads) {
        this.objects = objects;
        this.violations = violations;
        this.threads = threads;
    }

    void written(StoreEvent event) {}

    void check(NodeProcess node) {}

    @Override
    public void answered(ClientRequest request, Reply reply) {
        answers++;
    }

    @Override
    public FaultyStream.WatchedLines watches(ClientRequest request) {
        return _ -> events++;
    }

    void atTheEnd(List<NodeProcess> nodes) {}

    long answers() {
        return answers;
    }

    long events() {
        return events;
    }
}
