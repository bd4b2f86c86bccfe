/** StatefulSet: pods with fixed names, made, replaced and removed in order. */
@NullMarked
package dev.plimsoll.core.workloads.statefulset;

import org.jspecify.annotations.NullMarked;
