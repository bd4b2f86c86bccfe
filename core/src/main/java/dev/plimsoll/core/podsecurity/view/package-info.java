/** The fields of a pod that Pod Security Standards look at. */
@NullMarked
package dev.plimsoll.core.podsecurity.view;

import org.jspecify.annotations.NullMarked;
