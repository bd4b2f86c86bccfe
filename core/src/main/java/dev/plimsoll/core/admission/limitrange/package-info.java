/** LimitRange: defaults that it gives to pods, and bounds that it holds them to. */
@NullMarked
package dev.plimsoll.core.admission.limitrange;

import org.jspecify.annotations.NullMarked;
