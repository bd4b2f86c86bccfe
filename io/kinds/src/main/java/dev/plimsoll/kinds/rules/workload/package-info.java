/** Rules of the kinds that make pods. */
@NullMarked
package dev.plimsoll.kinds.rules.workload;

import org.jspecify.annotations.NullMarked;
