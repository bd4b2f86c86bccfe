/** {@code plimsoll apiserver} and its options. */
@NullMarked
package dev.plimsoll.cli.apiserver;

import org.jspecify.annotations.NullMarked;
