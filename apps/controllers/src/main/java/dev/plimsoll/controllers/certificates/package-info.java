/** Requests for certificates: approved where that needs no person, signed, and removed when they are of no more use. */
@NullMarked
package dev.plimsoll.controllers.certificates;

import org.jspecify.annotations.NullMarked;
