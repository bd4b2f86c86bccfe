/** One YAML document as a tree whose nodes know their positions, within limits. */
@NullMarked
package dev.plimsoll.codec.manifest.yaml;

import org.jspecify.annotations.NullMarked;
