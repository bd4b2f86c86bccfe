/** Pods on a real machine: containers by a runtime behind CRI, cgroups by the kernel. */
@NullMarked
package dev.plimsoll.nodeagent.cri;

import org.jspecify.annotations.NullMarked;
