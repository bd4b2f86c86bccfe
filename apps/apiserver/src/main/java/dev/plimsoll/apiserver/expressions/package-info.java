/** Rules of schemas in the Common Expression Language ({@code x-kubernetes-validations}). */
@NullMarked
package dev.plimsoll.apiserver.expressions;

import org.jspecify.annotations.NullMarked;
