/** The run that the AOT cache is made from. */
@NullMarked
package dev.plimsoll.cli.training;

import org.jspecify.annotations.NullMarked;
