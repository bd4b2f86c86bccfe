/** What each view of the page shows, as documents. */
@NullMarked
package dev.plimsoll.console.views;

import org.jspecify.annotations.NullMarked;
