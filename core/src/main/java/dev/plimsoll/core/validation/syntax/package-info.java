/**
 * How names, label values, ports and paths may be spelled. Every check returns what is wrong with a text in the words of
 * the Kubernetes API, and an empty list where nothing is. Lengths are counted in bytes of UTF-8.
 */
@NullMarked
package dev.plimsoll.core.validation.syntax;

import org.jspecify.annotations.NullMarked;
