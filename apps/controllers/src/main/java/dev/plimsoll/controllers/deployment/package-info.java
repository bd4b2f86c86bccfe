/** Templates that change without the pods going away all at once. */
@NullMarked
package dev.plimsoll.controllers.deployment;

import org.jspecify.annotations.NullMarked;
