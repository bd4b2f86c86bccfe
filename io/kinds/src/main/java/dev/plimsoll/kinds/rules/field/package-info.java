/** What rules are made of: a field with its path and value, what was found, and the rules of names, counts, amounts, addresses and selectors. */
@NullMarked
package dev.plimsoll.kinds.rules.field;

import org.jspecify.annotations.NullMarked;
