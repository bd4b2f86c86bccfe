/** Admission plugins that fit nowhere else, and all of them in their order. */
@NullMarked
package dev.plimsoll.apiserver.admission.plugins;

import org.jspecify.annotations.NullMarked;
