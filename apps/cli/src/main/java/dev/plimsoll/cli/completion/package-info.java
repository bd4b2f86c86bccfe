/** Completion in a shell, with the names of objects of the cluster. */
@NullMarked
package dev.plimsoll.cli.completion;

import org.jspecify.annotations.NullMarked;
