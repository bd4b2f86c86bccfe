/** Tokens of service accounts that are kept in secrets. */
@NullMarked
package dev.plimsoll.controllers.tokens;

import org.jspecify.annotations.NullMarked;
