/** What a node may write: itself, its lease, and the pods that are bound to it. */
@NullMarked
package dev.plimsoll.apiserver.admission.noderestriction;

import org.jspecify.annotations.NullMarked;
