/** Why a request is not granted, and the Status object that says so. */
@NullMarked
package dev.plimsoll.kinds.refusal;

import org.jspecify.annotations.NullMarked;
