/** Sessions in containers, from the client's upgrade to the runtime: commands, attachments and forwarded ports. */
@NullMarked
package dev.plimsoll.nodeagent.streams;

import org.jspecify.annotations.NullMarked;
