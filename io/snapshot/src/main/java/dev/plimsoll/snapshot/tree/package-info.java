/** Documents that take little memory: parts that many have in common are kept once, parts that nobody reads not at all. */
@NullMarked
package dev.plimsoll.snapshot.tree;

import org.jspecify.annotations.NullMarked;
