/** A cluster of a snapshot with the changes that somebody asks about, as a prediction takes it. */
@NullMarked
package dev.plimsoll.cli.simulate.cluster;

import org.jspecify.annotations.NullMarked;
