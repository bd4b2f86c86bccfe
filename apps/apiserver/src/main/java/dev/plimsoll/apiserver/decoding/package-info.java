/** Documents of clients, made typed and canonical. */
@NullMarked
package dev.plimsoll.apiserver.decoding;

import org.jspecify.annotations.NullMarked;
