/** Objects of one kind kept up to date by a list and a watch. */
@NullMarked
package dev.plimsoll.client.cache;

import org.jspecify.annotations.NullMarked;
