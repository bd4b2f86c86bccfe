/** What is special about a kind: defaults, what a write may change, what must hold. */
@NullMarked
package dev.plimsoll.apiserver.strategy;

import org.jspecify.annotations.NullMarked;
