package dev.plimsoll.cli.why;

/**
 * One thing that keeps an object from being as it should be.
 *
 * @param what in a few words
 * @param detail in the words of whoever said it; may be empty
 * @param advice what to look at or to do; may be empty
 */
record Reason(String what, String detail, String advice) {}
