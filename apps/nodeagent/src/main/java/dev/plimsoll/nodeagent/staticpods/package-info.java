/** Pods that a node takes from files of its own, and what the API shows of them. */
@NullMarked
package dev.plimsoll.nodeagent.staticpods;

import org.jspecify.annotations.NullMarked;
