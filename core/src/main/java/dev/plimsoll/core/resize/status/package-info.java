/** What a node says of its pods: status, events, metrics. */
@NullMarked
package dev.plimsoll.core.resize.status;

import org.jspecify.annotations.NullMarked;
