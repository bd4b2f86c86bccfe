/** Paths into documents, as columns of tables and scales name them. */
@NullMarked
package dev.plimsoll.codec.jsonpath;

import org.jspecify.annotations.NullMarked;
