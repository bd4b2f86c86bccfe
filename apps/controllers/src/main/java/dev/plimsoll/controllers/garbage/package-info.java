/** What goes when its owners are gone. */
@NullMarked
package dev.plimsoll.controllers.garbage;

import org.jspecify.annotations.NullMarked;
