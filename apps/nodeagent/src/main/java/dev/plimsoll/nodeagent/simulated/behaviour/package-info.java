/** How simulated containers behave: rules, and what they use. */
@NullMarked
package dev.plimsoll.nodeagent.simulated.behaviour;

import org.jspecify.annotations.NullMarked;
