/** A client of the Kubernetes API: documents in, documents out, and refusals as values. */
@NullMarked
package dev.plimsoll.client;

import org.jspecify.annotations.NullMarked;
