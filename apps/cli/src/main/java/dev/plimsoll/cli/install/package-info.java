/** {@code plimsoll install}: the program, its completions and its man pages where shells and man look for them. */
@NullMarked
package dev.plimsoll.cli.install;

import org.jspecify.annotations.NullMarked;
