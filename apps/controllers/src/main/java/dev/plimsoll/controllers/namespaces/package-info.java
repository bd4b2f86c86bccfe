/** Namespaces: their content when they go, and the account that each has. */
@NullMarked
package dev.plimsoll.controllers.namespaces;

import org.jspecify.annotations.NullMarked;
