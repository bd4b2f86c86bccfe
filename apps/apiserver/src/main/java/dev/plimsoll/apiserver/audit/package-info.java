/** Who did what and when, one line for each request. */
@NullMarked
package dev.plimsoll.apiserver.audit;

import org.jspecify.annotations.NullMarked;
