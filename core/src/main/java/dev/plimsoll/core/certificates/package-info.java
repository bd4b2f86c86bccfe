/** Requests for certificates: who may be given which, for how long, and when a new one is due. */
@NullMarked
package dev.plimsoll.core.certificates;

import org.jspecify.annotations.NullMarked;
