/** Lists and watches as clients see them: their metadata, pages and bookmarks. */
@NullMarked
package dev.plimsoll.kinds.list;

import org.jspecify.annotations.NullMarked;
