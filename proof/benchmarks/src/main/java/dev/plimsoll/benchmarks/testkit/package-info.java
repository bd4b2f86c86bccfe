/** How long tests wait for the clusters of the test kit. */
@org.jspecify.annotations.NullMarked
package dev.plimsoll.benchmarks.testkit;
