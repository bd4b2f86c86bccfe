/** What an administrator may choose about placement. */
@NullMarked
package dev.plimsoll.core.placement.profile;

import org.jspecify.annotations.NullMarked;
