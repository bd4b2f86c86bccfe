/** Recorded use, from files and from Prometheus. */
@NullMarked
package dev.plimsoll.cli.backtest.usage;

import org.jspecify.annotations.NullMarked;
