/** A node at the API: its pods, itself, and what it reports. */
@NullMarked
package dev.plimsoll.nodeagent.api;

import org.jspecify.annotations.NullMarked;
