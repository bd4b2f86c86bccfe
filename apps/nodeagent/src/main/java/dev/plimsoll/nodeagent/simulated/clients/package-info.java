/** Programs of simulated containers that connect to others: {@code curl}, {@code wget}, {@code nc}, {@code dig} and the like. */
@NullMarked
package dev.plimsoll.nodeagent.simulated.clients;

import org.jspecify.annotations.NullMarked;
