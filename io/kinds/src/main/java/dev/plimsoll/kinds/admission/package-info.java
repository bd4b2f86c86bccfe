/** Webhooks and what they are asked: which writes they want to see, the question, and the answer. */
@NullMarked
package dev.plimsoll.kinds.admission;

import org.jspecify.annotations.NullMarked;
