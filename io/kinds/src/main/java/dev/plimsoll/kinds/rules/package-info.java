/** What must hold of the objects of each built-in kind, their metadata and the resources of pods aside. */
@NullMarked
package dev.plimsoll.kinds.rules;

import org.jspecify.annotations.NullMarked;
