/** What a server serves. */
@NullMarked
package dev.plimsoll.controllers.discovery;

import org.jspecify.annotations.NullMarked;
