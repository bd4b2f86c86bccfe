/** Pods and nodes as placement sees them: whole numbers, and nothing that it does not ask for. */
@NullMarked
package dev.plimsoll.core.placement.view;

import org.jspecify.annotations.NullMarked;
