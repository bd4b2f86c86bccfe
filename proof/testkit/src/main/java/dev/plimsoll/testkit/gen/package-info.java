/** Seeded generators of quantities, pods and policies, and the loop that holds a property against many of them. */
@NullMarked
package dev.plimsoll.testkit.gen;

import org.jspecify.annotations.NullMarked;
