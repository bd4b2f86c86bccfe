/** {@code plimsoll console}: a web page for any cluster. */
@NullMarked
package dev.plimsoll.cli.webconsole;

import org.jspecify.annotations.NullMarked;
