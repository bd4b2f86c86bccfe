/** What the console knows of a cluster: its watch caches and what it reads from them. */
@NullMarked
package dev.plimsoll.console.cluster;

import org.jspecify.annotations.NullMarked;
