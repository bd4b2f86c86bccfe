/** What a kind of the API is: its names, scope, versions, verbs, columns, selectable fields and subresources. */
@NullMarked
package dev.plimsoll.kinds;

import org.jspecify.annotations.NullMarked;
