/** {@code plimsoll up} as a user meets it: how soon it is there, what it takes, how soon it does what it is asked. */
@NullMarked
package dev.plimsoll.benchmarks.up;

import org.jspecify.annotations.NullMarked;
