package dev.plimsoll.runtime.heap;

import java.time.Duration;

/**
 * What is known of the heap at one moment.
 *
 * @param used bytes in the part for old objects, those that nobody needs any more included
 * @param live bytes that the last full collection left there; 0 before the first one
 * @param sinceCollection since the last full collection, or since the program began
 * @param processors how many the program kept busy since the observation before
 */
public record HeapUsage(long used, long live, Duration sinceCollection, double processors) {}
