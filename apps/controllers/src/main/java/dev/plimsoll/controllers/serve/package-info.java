/** Metrics and health over HTTP. */
@NullMarked
package dev.plimsoll.controllers.serve;

import org.jspecify.annotations.NullMarked;
