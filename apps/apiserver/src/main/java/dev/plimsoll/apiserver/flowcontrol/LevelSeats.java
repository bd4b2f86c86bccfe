package dev.plimsoll.apiserver.flowcontrol;

/**
 * Seats of a level at one time.
 *
 * @param nominal its part of the server
 * @param lowest what it never lends
 * @param highest what it has with all that it may borrow
 * @param current what it may use now
 * @param inUse what it uses now
 */
public record LevelSeats(String level, int nominal, int lowest, int highest, int current, int inUse) {}
