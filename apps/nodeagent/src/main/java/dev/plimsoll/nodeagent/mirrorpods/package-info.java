/** What the API shows of static pods. */
@NullMarked
package dev.plimsoll.nodeagent.mirrorpods;

import org.jspecify.annotations.NullMarked;
