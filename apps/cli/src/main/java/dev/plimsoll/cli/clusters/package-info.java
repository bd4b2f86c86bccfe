/** Clusters of {@code plimsoll up} on this machine: which there are, which run, and how to reach, end and delete them. */
@NullMarked
package dev.plimsoll.cli.clusters;

import org.jspecify.annotations.NullMarked;
