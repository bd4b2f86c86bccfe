/**
 * {@code application/vnd.kubernetes.protobuf}: documents from and to the messages of Kubernetes.
 *
 * <p>The types come from a table that the build writes from Kubernetes' own descriptors; {@code supplement.txt} has the kinds that
 * those leave out. A message is not a picture of the document: some fields are inlined, times and amounts are messages, and zero
 * values are written out. {@link dev.plimsoll.codec.protobuf.DocumentForm} knows where the two differ.
 */
@NullMarked
package dev.plimsoll.codec.protobuf;

import org.jspecify.annotations.NullMarked;
