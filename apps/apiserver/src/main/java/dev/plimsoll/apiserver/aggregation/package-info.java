/** Group versions that other API servers answer for: which they are, whether they can be reached, and the way there. */
@NullMarked
package dev.plimsoll.apiserver.aggregation;

import org.jspecify.annotations.NullMarked;
