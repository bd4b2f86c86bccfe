/** Who may see what: one-time codes, sessions, and the rights of a user as the API server tells them. */
@NullMarked
package dev.plimsoll.console.access;

import org.jspecify.annotations.NullMarked;
