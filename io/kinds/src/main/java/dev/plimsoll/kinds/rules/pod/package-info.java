/** Rules of pod specs and pod templates. */
@NullMarked
package dev.plimsoll.kinds.rules.pod;

import org.jspecify.annotations.NullMarked;
