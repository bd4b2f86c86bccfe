/** The course of a replay as an SVG picture. */
@NullMarked
package dev.plimsoll.cli.backtest.chart;

import org.jspecify.annotations.NullMarked;
