/** Members of documents by name, read and written. Only io sees it: programs use the typed objects. */
@NullMarked
package dev.plimsoll.objects.tree;

import org.jspecify.annotations.NullMarked;
