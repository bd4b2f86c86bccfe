/** What every controller shares: the queue, the workers, what was written and not yet seen, events. */
@NullMarked
package dev.plimsoll.controllers.loop;

import org.jspecify.annotations.NullMarked;
