/** Which cluster a command talks to, and what it says when it cannot. */
@NullMarked
package dev.plimsoll.cli.connection;

import org.jspecify.annotations.NullMarked;
