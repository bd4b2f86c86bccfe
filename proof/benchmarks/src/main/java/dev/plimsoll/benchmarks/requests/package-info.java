/** What one request costs the API server. */
@NullMarked
package dev.plimsoll.benchmarks.requests;

import org.jspecify.annotations.NullMarked;
