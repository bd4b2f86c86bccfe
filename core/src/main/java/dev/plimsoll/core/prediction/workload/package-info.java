/** What controllers would do about the pods of their workloads, decided by the functions of {@code core.workloads}. */
@NullMarked
package dev.plimsoll.core.prediction.workload;

import org.jspecify.annotations.NullMarked;
