/** What is remembered of the use of containers, and the rules by which samples are taken in. */
@NullMarked
package dev.plimsoll.core.estimation.usage;

import org.jspecify.annotations.NullMarked;
