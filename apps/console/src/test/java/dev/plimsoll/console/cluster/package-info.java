@NullMarked
package dev.plimsoll.console.cluster;

import org.jspecify.annotations.NullMarked;
