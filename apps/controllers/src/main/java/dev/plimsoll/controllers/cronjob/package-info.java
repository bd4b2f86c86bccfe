/** Jobs that begin at times of the clock. */
@NullMarked
package dev.plimsoll.controllers.cronjob;

import org.jspecify.annotations.NullMarked;
