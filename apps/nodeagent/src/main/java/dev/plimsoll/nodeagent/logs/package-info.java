/** What containers wrote: where it comes from, and which part of it somebody asks for. */
@NullMarked
package dev.plimsoll.nodeagent.logs;

import org.jspecify.annotations.NullMarked;
