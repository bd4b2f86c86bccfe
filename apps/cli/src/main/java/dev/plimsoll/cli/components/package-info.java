/** {@code plimsoll scheduler} and {@code plimsoll controllers}. */
@NullMarked
package dev.plimsoll.cli.components;

import org.jspecify.annotations.NullMarked;
