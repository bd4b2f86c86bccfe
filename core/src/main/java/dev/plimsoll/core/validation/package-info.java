/** The rules for pods: on create, on ordinary update and on resize. Every broken rule is a {@link FieldError}. */
@NullMarked
package dev.plimsoll.core.validation;

import org.jspecify.annotations.NullMarked;
