/** What a node does again and again beside its pods. */
@NullMarked
package dev.plimsoll.nodeagent.duties;

import org.jspecify.annotations.NullMarked;
