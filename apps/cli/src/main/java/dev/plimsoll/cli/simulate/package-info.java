/** The command {@code simulate}: what would become of a cluster, on a snapshot of it. */
@NullMarked
package dev.plimsoll.cli.simulate;

import org.jspecify.annotations.NullMarked;
