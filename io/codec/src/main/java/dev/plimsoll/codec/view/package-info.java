/** Reads JSON documents into the core's views, and writes what the core changed back, field by field. */
@NullMarked
package dev.plimsoll.codec.view;

import org.jspecify.annotations.NullMarked;
