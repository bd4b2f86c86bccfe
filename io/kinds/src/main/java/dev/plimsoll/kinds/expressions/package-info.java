/** Rules of schemas in the Common Expression Language ({@code x-kubernetes-validations}). */
@NullMarked
package dev.plimsoll.kinds.expressions;

import org.jspecify.annotations.NullMarked;
