/** How long the report of a large cluster takes. */
@NullMarked
package dev.plimsoll.benchmarks.recommend;

import org.jspecify.annotations.NullMarked;
