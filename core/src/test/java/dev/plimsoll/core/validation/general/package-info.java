@NullMarked
package dev.plimsoll.core.validation.general;

import org.jspecify.annotations.NullMarked;
