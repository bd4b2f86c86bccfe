/** What a server serves. */
@NullMarked
package dev.plimsoll.client.discovery;

import org.jspecify.annotations.NullMarked;
