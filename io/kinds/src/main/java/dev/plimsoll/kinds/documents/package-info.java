/** Documents on their way in and out: canonical form, metadata, views that are read once. */
@NullMarked
package dev.plimsoll.kinds.documents;

import org.jspecify.annotations.NullMarked;
