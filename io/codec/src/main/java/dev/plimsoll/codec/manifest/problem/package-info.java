/** What is wrong with a manifest, at which line and column. */
@NullMarked
package dev.plimsoll.codec.manifest.problem;

import org.jspecify.annotations.NullMarked;
