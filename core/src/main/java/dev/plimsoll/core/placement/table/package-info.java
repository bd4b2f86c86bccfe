/** All nodes in columns, with what is on them; kept up change by change. */
@NullMarked
package dev.plimsoll.core.placement.table;

import org.jspecify.annotations.NullMarked;
