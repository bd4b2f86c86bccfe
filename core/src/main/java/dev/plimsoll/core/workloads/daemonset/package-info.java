/** DaemonSet: one pod on every node where it belongs. */
@NullMarked
package dev.plimsoll.core.workloads.daemonset;

import org.jspecify.annotations.NullMarked;
