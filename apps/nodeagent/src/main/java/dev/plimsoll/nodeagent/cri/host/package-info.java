/** The machine of a real node. */
@NullMarked
package dev.plimsoll.nodeagent.cri.host;

import org.jspecify.annotations.NullMarked;
