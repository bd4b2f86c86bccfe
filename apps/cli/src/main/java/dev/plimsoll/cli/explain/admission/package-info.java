/** What the API server says to objects, from its own admission chain. */
@NullMarked
package dev.plimsoll.cli.explain.admission;

import org.jspecify.annotations.NullMarked;
