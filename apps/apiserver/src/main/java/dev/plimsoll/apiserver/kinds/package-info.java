/** The kinds that the server knows, as one table. */
@NullMarked
package dev.plimsoll.apiserver.kinds;

import org.jspecify.annotations.NullMarked;
