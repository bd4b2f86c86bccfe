/** What small text programs make of their input, as functions of it. */
@NullMarked
package dev.plimsoll.nodeagent.simulated.text;

import org.jspecify.annotations.NullMarked;
