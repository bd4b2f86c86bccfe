/** The part of a watch that all stores share: a window of recent events and the followers that read from it. */
@NullMarked
package dev.plimsoll.store.feed;

import org.jspecify.annotations.NullMarked;
