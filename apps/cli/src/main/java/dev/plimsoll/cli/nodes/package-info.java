/** What the pods of a node hold, as the API tells it. */
@NullMarked
package dev.plimsoll.cli.nodes;

import org.jspecify.annotations.NullMarked;
