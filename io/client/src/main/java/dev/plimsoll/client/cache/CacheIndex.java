package dev.plimsoll.client.cache;

import java.util.Set;
import java.util.function.Function;

/**
 * A way to find objects: by the node that they run on, by their owner.
 *
 * @param name tells it from the other indexes of a cache
 * @param keys under which an object is found
 */
public record CacheIndex<T>(String name, Function<? super T, Set<String>> keys) {}
