package dev.plimsoll.cli.console;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.runtime.heap.HeapKeeper;
import java.util.concurrent.CountDownLatch;

/** A command that works until the process is told to end, and then ends in order. */
public final class Service {
    private Service() {}

    /** What is done until the latch opens. */
    public interface Work {
        int until(CountDownLatch stop) throws InterruptedException;
    }

    /** The process ends only when the work has returned. */
    public static int run(Work work) throws InterruptedException {
        var stop = new CountDownLatch(1);
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stop.countDown();
            ExitLatch.awaitQuietly(stopped);
        }));
        var keeper = HeapKeeper.start(Time.system());
        try {
            return work.until(stop);
        } finally {
            keeper.ifPresent(HeapKeeper::close);
            stopped.countDown();
        }
    }
}
