/** The health of the control plane's components, as {@code componentstatuses} shows it. */
@NullMarked
package dev.plimsoll.apiserver.components;

import org.jspecify.annotations.NullMarked;
