/** Deployment: which replica sets there are to be, of which size, and how pods move from one template to the next. */
@NullMarked
package dev.plimsoll.core.workloads.deployment;

import org.jspecify.annotations.NullMarked;
