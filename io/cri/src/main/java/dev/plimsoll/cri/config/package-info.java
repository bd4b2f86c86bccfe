/** What the runtime is asked to make: configuration of sandboxes and containers. */
@NullMarked
package dev.plimsoll.cri.config;

import org.jspecify.annotations.NullMarked;
