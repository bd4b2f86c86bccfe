/** What must hold of a CustomResourceDefinition. */
@NullMarked
package dev.plimsoll.kinds.definition;

import org.jspecify.annotations.NullMarked;
