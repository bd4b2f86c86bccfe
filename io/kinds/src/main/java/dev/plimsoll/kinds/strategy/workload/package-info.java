/** What is special about kinds that make pods from a template, and about those that scale them. */
@NullMarked
package dev.plimsoll.kinds.strategy.workload;

import org.jspecify.annotations.NullMarked;
