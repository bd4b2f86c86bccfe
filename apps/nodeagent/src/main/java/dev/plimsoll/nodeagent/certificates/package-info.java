/** The certificates of a node: how it gets its first one, and the next ones before they are needed. */
@NullMarked
package dev.plimsoll.nodeagent.certificates;

import org.jspecify.annotations.NullMarked;
