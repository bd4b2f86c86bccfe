/** What a simulation found, as people and programs read it. */
@NullMarked
package dev.plimsoll.cli.simulate.report;

import org.jspecify.annotations.NullMarked;
