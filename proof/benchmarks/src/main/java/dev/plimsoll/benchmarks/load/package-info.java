/** Load for API servers: ours in a process of its own, or any that a kubeconfig names. */
@NullMarked
package dev.plimsoll.benchmarks.load;

import org.jspecify.annotations.NullMarked;
