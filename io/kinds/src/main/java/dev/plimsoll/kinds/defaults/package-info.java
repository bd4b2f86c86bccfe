/** What every reading of a kind fills in, for kinds without further rules of their own. */
@NullMarked
package dev.plimsoll.kinds.defaults;

import org.jspecify.annotations.NullMarked;
