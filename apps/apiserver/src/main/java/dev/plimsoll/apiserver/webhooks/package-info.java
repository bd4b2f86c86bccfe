/** Admission by programs outside the server, which are asked over HTTPS. */
@NullMarked
package dev.plimsoll.apiserver.webhooks;

import org.jspecify.annotations.NullMarked;
