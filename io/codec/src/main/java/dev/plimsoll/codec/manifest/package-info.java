/** Manifests as people write them (files, folders, standard input; YAML or JSON), read into trees that know their positions. */
@NullMarked
package dev.plimsoll.codec.manifest;

import org.jspecify.annotations.NullMarked;
