/** Job: pods that run to completion, how they are counted, retried and limited. */
@NullMarked
package dev.plimsoll.core.workloads.job;

import org.jspecify.annotations.NullMarked;
