/** What containers see of the API: variables, and files that are made of its objects. */
@NullMarked
package dev.plimsoll.nodeagent.payload;

import org.jspecify.annotations.NullMarked;
