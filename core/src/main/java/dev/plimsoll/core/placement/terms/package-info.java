/** What pods say about the nodes and neighbours that they want, and what nodes say about the pods that they take. */
@NullMarked
package dev.plimsoll.core.placement.terms;

import org.jspecify.annotations.NullMarked;
