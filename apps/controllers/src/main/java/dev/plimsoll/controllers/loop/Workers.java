package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.runtime.Reporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The threads that work on the queue of one controller. */
public final class Workers implements AutoCloseable {
    private static final int WORTH_A_WORD = 3;

    private final Controller controller;
    private final WorkQueue queue;
    private final Reporter reporter;
    private final List<Thread> threads = new ArrayList<>();

    public Workers(Controller controller, WorkQueue queue, Reporter reporter) {
        this.controller = controller;
        this.queue = queue;
        this.reporter = reporter;
    }

    public void start(int count) {
        for (var i = 0; i < count; i++) {
            threads.add(ComponentThreads.named(controller.name() + "-" + i).start(this::run));
        }
    }

    private void run() {
        try {
            for (var key = queue.take(); key.isPresent(); key = queue.take()) handle(key.get());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing: the next leader looks at everything
        }
    }

    /** One turn. A simulation that has no threads calls it itself. */
    public void handle(ObjectName key) {
        try {
            switch (controller.reconcile(key)) {
                case ReconcileResult.Settled() -> queue.forgive(key);
                case ReconcileResult.Again(var after) -> {
                    queue.forgive(key);
                    queue.addAfter(key, after);
                }
                case ReconcileResult.Failed(var why) -> {
                    // That somebody else wrote first is everyday life; who fails again and again has a problem.
                    if (queue.addAfterFailure(key) >= WORTH_A_WORD)
                        reporter.tell(controller.name() + " " + key + ": " + why);
                }
            }
        } catch (RuntimeException e) {
            reporter.defect(controller.name() + " " + key, e);
            queue.addAfterFailure(key);
        } finally {
            queue.done(key);
        }
    }

    /** Ends the threads; they have stopped writing when this returns. */
    @Override
    public void close() {
        queue.close();
        controller.close();
        for (var thread : threads) thread.interrupt();
        for (var thread : threads) {
            try {
                thread.join(Duration.ofSeconds(5));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
