/** Feature gates: one immutable value per program, read where the program is put together. */
@NullMarked
package dev.plimsoll.core.gates;

import org.jspecify.annotations.NullMarked;
