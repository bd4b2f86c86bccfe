package dev.plimsoll.nodeagent.checkpoint;

import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.Event;
import dev.plimsoll.core.resize.state.Checkpoint;
import dev.plimsoll.core.topology.NodeState;
import dev.plimsoll.nodeagent.loop.Newest;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes checkpoints beside the loop, of each kind one at a time and always the newest, and answers when they are on disk. Pods go
 * on when what was allocated to them is on disk, and then the CPUs and memory that they have to themselves are too.
 */
public final class Saving {
    private final Supplier<Instant> now;
    private final Consumer<Event> answer;
    private final Newest<Effect.SaveAllocated> allocated;
    private final Newest<Effect.SaveActuated> actuated;
    private final Newest<Effect.SavePinned> pinned;
    private final Object pinLock = new Object();
    private long pinnedTicket;
    private @Nullable NodeState pinnedState;

    public Saving(Checkpoints checkpoints, Executor executor, Supplier<Instant> now, Consumer<Event> answer) {
        this.now = now;
        this.answer = answer;
        this.allocated = new Newest<>(
                executor,
                save -> write(Checkpoint.File.ALLOCATED, save.ticket(), () -> {
                    pin(checkpoints, save.ticket(), save.state().pinned());
                    checkpoints.save(save.content());
                }));
        this.actuated = new Newest<>(
                executor,
                save -> write(Checkpoint.File.ACTUATED, save.ticket(), () -> checkpoints.save(save.content())));
        this.pinned = new Newest<>(
                executor,
                save -> write(
                        Checkpoint.File.PINNED, save.ticket(), () -> pin(checkpoints, save.ticket(), save.pinned())));
    }

    /** Once for each change; an older one never comes after a newer. */
    private void pin(Checkpoints checkpoints, long ticket, NodeState state) throws IOException {
        synchronized (pinLock) {
            if (ticket <= pinnedTicket || state.equals(pinnedState)) return;
            checkpoints.save(state);
            pinnedTicket = ticket;
            pinnedState = state;
        }
    }

    public void put(Effect.SaveAllocated save) {
        allocated.put(save);
    }

    public void put(Effect.SaveActuated save) {
        actuated.put(save);
    }

    public void put(Effect.SavePinned save) {
        pinned.put(save);
    }

    private interface Write {
        void run() throws IOException;
    }

    private void write(Checkpoint.File file, long ticket, Write write) {
        try {
            write.run();
            answer.accept(new Event.Saved(now.get(), file, ticket));
        } catch (IOException failure) {
            answer.accept(new Event.SaveFailed(now.get(), file, ticket, failure.toString()));
        }
    }
}
