/** Objects in the store: keys, bytes, and a cache that lists and watches are served from. */
@NullMarked
package dev.plimsoll.apiserver.storage;

import org.jspecify.annotations.NullMarked;
