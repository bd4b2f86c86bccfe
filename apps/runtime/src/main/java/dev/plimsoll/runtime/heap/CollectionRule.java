package dev.plimsoll.runtime.heap;

import java.time.Duration;

/**
 * When the whole heap is collected. The serial collector lets old objects that nobody needs any more lie until the heap is as large as it
 * may become, so that a program with little to hold would take most of what it was given.
 *
 * <ol>
 *   <li>At work: when twice as much lies there as was alive the last time. What a collection costs follows from what is alive, so that the
 *       collections of a heap that grows cost about as much as the last one of them.
 *   <li>At rest: when a quarter more lies there, but not again at once. The system gets the memory back.
 * </ol>
 */
public final class CollectionRule {
    static final long LITTLE = 96L << 20;
    private static final double AT_WORK = 2;
    private static final double AT_REST = 1.25;
    private static final long WORTH_IT = 16L << 20;
    static final double BUSY = 0.5;
    static final Duration PAUSE = Duration.ofSeconds(20);

    private CollectionRule() {}

    public static boolean isDue(HeapUsage heap) {
        if (heap.used() > Math.max(LITTLE, AT_WORK * heap.live())) return true;
        return heap.processors() < BUSY
                && heap.sinceCollection().compareTo(PAUSE) >= 0
                && heap.used() > AT_REST * heap.live() + WORTH_IT;
    }
}
