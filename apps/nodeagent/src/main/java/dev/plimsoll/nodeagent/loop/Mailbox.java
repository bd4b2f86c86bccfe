package dev.plimsoll.nodeagent.loop;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Messages for one reader, who takes them one after the other in the order of their arrival. While there are none it holds no
 * thread, so that thousands of readers cost little.
 */
public final class Mailbox<T> {
    private final ConcurrentLinkedQueue<T> messages = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean reading = new AtomicBoolean();
    private final Executor executor;
    private final Consumer<T> reader;

    public Mailbox(Executor executor, Consumer<T> reader) {
        this.executor = executor;
        this.reader = reader;
    }

    public void put(T message) {
        messages.add(message);
        if (reading.compareAndSet(false, true)) executor.execute(this::read);
    }

    private void read() {
        do {
            try {
                for (var message = messages.poll(); message != null; message = messages.poll()) reader.accept(message);
            } finally {
                reading.set(false);
            }
            // One that came between the last look and the end of reading must not lie there.
        } while (!messages.isEmpty() && reading.compareAndSet(false, true));
    }
}
