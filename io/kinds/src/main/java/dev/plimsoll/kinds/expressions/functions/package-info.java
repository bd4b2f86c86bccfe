/** The functions that Kubernetes adds to the Common Expression Language. */
@NullMarked
package dev.plimsoll.kinds.expressions.functions;

import org.jspecify.annotations.NullMarked;
