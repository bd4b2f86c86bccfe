/** What the kinds of the API are made of: fields, their types, and how lists and maps merge. */
@NullMarked
package dev.plimsoll.codec.schema;

import org.jspecify.annotations.NullMarked;
