/** What the decisions of all controllers share: the pods and metadata that they look at, conditions, back-off, adoption. */
@NullMarked
package dev.plimsoll.core.workloads;

import org.jspecify.annotations.NullMarked;
