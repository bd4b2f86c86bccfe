/** Volumes, claims and their classes: what is in use is not deleted. */
@NullMarked
package dev.plimsoll.controllers.storage;

import org.jspecify.annotations.NullMarked;
