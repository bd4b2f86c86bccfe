/** Recommendations as changes to one pod, at the level of its containers or of the pod as a whole (AEP-7571). */
@NullMarked
package dev.plimsoll.core.estimation.application;

import org.jspecify.annotations.NullMarked;
