/** Templates as they were: what stateful and daemon sets go back to. */
@NullMarked
package dev.plimsoll.controllers.revisions;

import org.jspecify.annotations.NullMarked;
