/** The checkpoint files in which a node keeps who has which CPUs and memory, in the format of kubelets. */
@NullMarked
package dev.plimsoll.codec.topology;

import org.jspecify.annotations.NullMarked;
