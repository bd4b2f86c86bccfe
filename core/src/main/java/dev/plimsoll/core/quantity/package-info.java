/** Exact Kubernetes quantities: parsing, canonical text, order and arithmetic, without floating point. */
@NullMarked
package dev.plimsoll.core.quantity;

import org.jspecify.annotations.NullMarked;
