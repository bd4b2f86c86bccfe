/** The configuration file. */
@NullMarked
package dev.plimsoll.scheduler.config;

import org.jspecify.annotations.NullMarked;
