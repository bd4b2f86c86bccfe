/** The page, its files and its requests over HTTP. */
@NullMarked
package dev.plimsoll.console.http;

import org.jspecify.annotations.NullMarked;
