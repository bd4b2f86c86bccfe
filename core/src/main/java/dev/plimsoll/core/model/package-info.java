/** Immutable views of the resource-relevant part of Kubernetes objects. Absent, empty and zero are three things. */
@NullMarked
package dev.plimsoll.core.model;

import org.jspecify.annotations.NullMarked;
