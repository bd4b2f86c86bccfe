/** What happens to a pod between a client and the store: defaults, LimitRange, ResourceQuota. */
@NullMarked
package dev.plimsoll.core.admission;

import org.jspecify.annotations.NullMarked;
