/** Answers to "what will this pod really get, and why?", put together from the decisions of the other packages. */
@NullMarked
package dev.plimsoll.core.explain;

import org.jspecify.annotations.NullMarked;
