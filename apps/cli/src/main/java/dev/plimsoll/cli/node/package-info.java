/** {@code plimsoll node} and the options that describe nodes. */
@NullMarked
package dev.plimsoll.cli.node;

import org.jspecify.annotations.NullMarked;
