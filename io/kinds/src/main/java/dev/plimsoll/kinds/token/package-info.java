/** Tokens of service accounts: the request for one, what it says, and how others verify it. */
@NullMarked
package dev.plimsoll.kinds.token;

import org.jspecify.annotations.NullMarked;
