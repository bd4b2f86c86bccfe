/** Replays recorded decisions of Kubernetes against the core and says where the two differ. */
@NullMarked
package dev.plimsoll.conformance;

import org.jspecify.annotations.NullMarked;
