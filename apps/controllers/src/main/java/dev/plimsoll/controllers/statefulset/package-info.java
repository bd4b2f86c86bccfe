/** Pods with names, in order. */
@NullMarked
package dev.plimsoll.controllers.statefulset;

import org.jspecify.annotations.NullMarked;
