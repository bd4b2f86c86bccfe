/** Explanations as text, as a document and in the forms that build servers read. */
@NullMarked
package dev.plimsoll.cli.explain.output;

import org.jspecify.annotations.NullMarked;
