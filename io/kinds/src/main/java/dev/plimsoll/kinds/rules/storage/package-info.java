/** Rules of volumes, claims and storage classes. */
@NullMarked
package dev.plimsoll.kinds.rules.storage;

import org.jspecify.annotations.NullMarked;
