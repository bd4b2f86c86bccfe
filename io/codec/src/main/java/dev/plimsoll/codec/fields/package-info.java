/** Checks of documents against the fields and types of their kind. */
@NullMarked
package dev.plimsoll.codec.fields;

import org.jspecify.annotations.NullMarked;
