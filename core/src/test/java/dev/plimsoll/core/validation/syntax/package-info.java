@NullMarked
package dev.plimsoll.core.validation.syntax;

import org.jspecify.annotations.NullMarked;
