@NullMarked
package dev.plimsoll.core.workloads.garbagecollection;

import org.jspecify.annotations.NullMarked;
