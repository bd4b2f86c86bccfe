/** What tests of programs need that talk to an API server. */
@NullMarked
package dev.plimsoll.client.testing;

import org.jspecify.annotations.NullMarked;
