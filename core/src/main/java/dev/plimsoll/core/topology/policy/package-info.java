/** Policies of the CPU, memory and topology managers, and the kubelet settings that they are read from. */
@NullMarked
package dev.plimsoll.core.topology.policy;

import org.jspecify.annotations.NullMarked;
