/** Pods that run to their end. */
@NullMarked
package dev.plimsoll.controllers.job;

import org.jspecify.annotations.NullMarked;
