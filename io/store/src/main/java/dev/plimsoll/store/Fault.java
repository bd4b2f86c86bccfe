package dev.plimsoll.store;

/**
 * What is wrong with a store that is open. It is there until the cause is gone or the store is opened again.
 *
 * @param why what happened, where, and what to do; names files of this machine
 */
public record Fault(StoreProblem problem, String why) {}
