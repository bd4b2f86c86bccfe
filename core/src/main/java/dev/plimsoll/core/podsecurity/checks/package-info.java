/** The checks of the Pod Security Standards, one class each. Reasons and details are wire contract. */
@NullMarked
package dev.plimsoll.core.podsecurity.checks;

import org.jspecify.annotations.NullMarked;
