/** {@code plimsoll explain node}: who holds what on a node. */
@NullMarked
package dev.plimsoll.cli.explain.node;

import org.jspecify.annotations.NullMarked;
