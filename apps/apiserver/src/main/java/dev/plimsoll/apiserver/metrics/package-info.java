/** What the server counts and measures of itself, under the names that dashboards for Kubernetes know. */
@NullMarked
package dev.plimsoll.apiserver.metrics;

import org.jspecify.annotations.NullMarked;
