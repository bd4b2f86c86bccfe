/** One pod on every node. */
@NullMarked
package dev.plimsoll.controllers.daemonset;

import org.jspecify.annotations.NullMarked;
