/** Who may come in, and who may grow. */
@NullMarked
package dev.plimsoll.core.resize.admission;

import org.jspecify.annotations.NullMarked;
