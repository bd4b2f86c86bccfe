/** Requests and replies as values: what was asked, by whom, in which form, and what goes back. */
@NullMarked
package dev.plimsoll.apiserver.request;

import org.jspecify.annotations.NullMarked;
