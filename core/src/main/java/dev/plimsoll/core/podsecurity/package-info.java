/** Pod Security Standards: which policy a namespace asks for, and what a pod has against it. */
@NullMarked
package dev.plimsoll.core.podsecurity;

import org.jspecify.annotations.NullMarked;
