/** Views of the documents that controllers read, and the documents that they write. */
@NullMarked
package dev.plimsoll.controllers.objects;

import org.jspecify.annotations.NullMarked;
