@NullMarked
package dev.plimsoll.console.http;

import org.jspecify.annotations.NullMarked;
