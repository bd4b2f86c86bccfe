/** {@code plimsoll backtest}: recorded use in, what would have been out, as a table, as JSON and as a chart. */
@NullMarked
package dev.plimsoll.cli.backtest;

import org.jspecify.annotations.NullMarked;
