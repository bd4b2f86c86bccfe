/** How long a command in a container takes, from the client to the node and back. */
@NullMarked
package dev.plimsoll.benchmarks.exec;

import org.jspecify.annotations.NullMarked;
