/** Nodes that fall silent, and the pods on them. */
@NullMarked
package dev.plimsoll.controllers.nodes;

import org.jspecify.annotations.NullMarked;
