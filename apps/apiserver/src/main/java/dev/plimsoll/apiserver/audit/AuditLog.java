package dev.plimsoll.apiserver.audit;

import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.RequestObserver;
import dev.plimsoll.apiserver.storage.StoredJson;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Writes one line for each request. A thread of its own writes, from a bounded queue: a disk that does not keep up costs lines,
 * which are counted and told, but never holds up a request.
 */
public final class AuditLog implements RequestObserver, AutoCloseable {
    private static final int MOST_WAITING = 10_000;
    /** Nothing more comes after an empty line. */
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> waiting;
    private final RotatedFile file;
    private final InstantSource clock;
    private final Consumer<Throwable> troubles;
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicBoolean told = new AtomicBoolean();
    private final Thread writer;

    /** Begins to write; {@code troubles} is told when lines are lost. */
    public AuditLog(AuditFile settings, InstantSource clock, Consumer<Throwable> troubles) {
        this(settings, clock, troubles, MOST_WAITING);
    }

    AuditLog(AuditFile settings, InstantSource clock, Consumer<Throwable> troubles, int mostWaiting) {
        this.file = new RotatedFile(settings);
        this.clock = clock;
        this.troubles = troubles;
        this.waiting = new ArrayBlockingQueue<>(mostWaiting);
        this.writer = Thread.ofPlatform().name("audit-log").daemon().start(this::run);
    }

    @Override
    public void completed(ApiRequest request, int status, Duration took) {
        var line = StoredJson.bytes(AuditEvent.of(request, status, took, clock.instant()));
        if (!waiting.offer(line))
            lost(new IOException("audit events are lost: the file cannot be written fast enough"));
    }

    private void lost(IOException why) {
        dropped.incrementAndGet();
        if (told.compareAndSet(false, true)) troubles.accept(why);
    }

    /** How many lines were lost. */
    public long dropped() {
        return dropped.get();
    }

    private void run() {
        try {
            while (true) {
                var line = waiting.poll();
                if (line == null) {
                    flush();
                    line = waiting.take();
                }
                if (line.length == 0) return;
                write(line);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            closeFile();
        }
    }

    private void write(byte[] line) {
        try {
            var ended = java.util.Arrays.copyOf(line, line.length + 1);
            ended[line.length] = '\n';
            file.write(ended);
            if (waiting.isEmpty()) told.set(false);
        } catch (IOException e) {
            lost(e);
        }
    }

    private void flush() {
        try {
            file.flush();
        } catch (IOException e) {
            lost(e);
        }
    }

    private void closeFile() {
        try {
            file.close();
        } catch (IOException e) {
            troubles.accept(e);
        }
    }

    /** Writes what waits; not for ever, if the disk does not answer. */
    @Override
    public void close() {
        try {
            if (!waiting.offer(END, 5, TimeUnit.SECONDS)) writer.interrupt();
            if (!writer.join(Duration.ofSeconds(5))) writer.interrupt();
        } catch (InterruptedException _) {
            writer.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
