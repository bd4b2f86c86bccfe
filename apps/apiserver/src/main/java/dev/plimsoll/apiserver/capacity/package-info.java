/** What nodes have room for. */
@NullMarked
package dev.plimsoll.apiserver.capacity;

import org.jspecify.annotations.NullMarked;
