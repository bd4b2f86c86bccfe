/** What the cluster adds to new pods or holds against them. */
@NullMarked
package dev.plimsoll.apiserver.admission.pods;

import org.jspecify.annotations.NullMarked;
