/** Expressions about devices, as claims and classes of resource.k8s.io have them. */
@NullMarked
package dev.plimsoll.kinds.expressions.device;

import org.jspecify.annotations.NullMarked;
