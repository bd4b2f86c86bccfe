/** What workloads ask for, use and should ask for, for a report over many of them. */
@NullMarked
package dev.plimsoll.core.estimation.report;

import org.jspecify.annotations.NullMarked;
