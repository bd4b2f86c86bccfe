/** Slices of systemd: cgroups that are asked of it over D-Bus, so that it does not write other values over theirs. */
@NullMarked
package dev.plimsoll.linux.systemd;

import org.jspecify.annotations.NullMarked;
