package dev.plimsoll.core.topology.machine;

/**
 * One hardware thread and where it sits.
 *
 * @param core the smallest CPU id among the threads of its core
 * @param cacheGroup the L3 cache that it shares; the socket where the cache spans a whole node
 */
public record LogicalCpu(int id, int core, int node, int socket, int cacheGroup) {}
