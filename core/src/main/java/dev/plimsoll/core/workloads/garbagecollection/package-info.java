/** What is deleted because its owners, or its node, are gone. */
@NullMarked
package dev.plimsoll.core.workloads.garbagecollection;

import org.jspecify.annotations.NullMarked;
