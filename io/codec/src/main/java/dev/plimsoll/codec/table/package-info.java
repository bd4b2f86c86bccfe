/** Printed forms: the tables of {@code kubectl get} and objects reduced to their metadata. */
@NullMarked
package dev.plimsoll.codec.table;

import org.jspecify.annotations.NullMarked;
