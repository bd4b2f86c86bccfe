/** Text for a terminal: colours and columns. */
@NullMarked
package dev.plimsoll.cli.text;

import org.jspecify.annotations.NullMarked;
