/** What a replay shows, as a table and as a document. */
@NullMarked
package dev.plimsoll.cli.backtest.report;

import org.jspecify.annotations.NullMarked;
