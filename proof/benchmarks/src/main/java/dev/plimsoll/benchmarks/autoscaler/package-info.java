/** How long the recommender needs for a large cluster, and whether its memory stays as it is while pods come and go. */
@NullMarked
package dev.plimsoll.benchmarks.autoscaler;

import org.jspecify.annotations.NullMarked;
