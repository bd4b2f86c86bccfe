/** The API server: routing, identity, admission, storage and watches behind HTTP. */
@NullMarked
package dev.plimsoll.apiserver;

import org.jspecify.annotations.NullMarked;
