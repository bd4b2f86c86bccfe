/** What is written down of the clusters that run on this machine. */
@NullMarked
package dev.plimsoll.cli.clusters.records;

import org.jspecify.annotations.NullMarked;
