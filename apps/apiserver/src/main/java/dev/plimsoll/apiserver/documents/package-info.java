/** Documents on their way in and out: decoding, canonical form, metadata. */
@NullMarked
package dev.plimsoll.apiserver.documents;

import org.jspecify.annotations.NullMarked;
