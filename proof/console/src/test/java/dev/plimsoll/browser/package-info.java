/** The console in a browser, on real clusters. */
@NullMarked
package dev.plimsoll.browser;

import org.jspecify.annotations.NullMarked;
