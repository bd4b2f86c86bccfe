@NullMarked
package dev.plimsoll.core.workloads.daemonset;

import org.jspecify.annotations.NullMarked;
