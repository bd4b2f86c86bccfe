/** Admission policies and their bindings: what they say, and their expressions, compiled. */
@NullMarked
package dev.plimsoll.kinds.admission.policy;

import org.jspecify.annotations.NullMarked;
