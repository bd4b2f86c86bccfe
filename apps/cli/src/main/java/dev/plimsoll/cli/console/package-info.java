/** What every command shares: the place it runs in, its exit codes, how a service ends, what is logged. */
@NullMarked
package dev.plimsoll.cli.console;

import org.jspecify.annotations.NullMarked;
