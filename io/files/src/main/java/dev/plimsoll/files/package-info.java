@NullMarked
package dev.plimsoll.files;

import org.jspecify.annotations.NullMarked;
