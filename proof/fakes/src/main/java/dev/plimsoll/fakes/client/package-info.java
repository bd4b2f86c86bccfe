/** What tests of programs need that talk to an API server. */
@NullMarked
package dev.plimsoll.fakes.client;

import org.jspecify.annotations.NullMarked;
