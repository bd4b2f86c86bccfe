/** One leader at a time, by a Lease. */
@NullMarked
package dev.plimsoll.client.lease;

import org.jspecify.annotations.NullMarked;
