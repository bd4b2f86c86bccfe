/** The part of a pod that says which nodes it may run on: affinity, needs, priority. */
@NullMarked
package dev.plimsoll.core.model.scheduling;

import org.jspecify.annotations.NullMarked;
