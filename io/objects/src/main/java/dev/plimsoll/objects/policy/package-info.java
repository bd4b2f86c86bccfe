/** Disruption budgets and evictions. */
@NullMarked
package dev.plimsoll.objects.policy;

import org.jspecify.annotations.NullMarked;
