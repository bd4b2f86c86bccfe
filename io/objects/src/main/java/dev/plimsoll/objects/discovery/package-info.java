/** What an API server says of itself. */
@NullMarked
package dev.plimsoll.objects.discovery;

import org.jspecify.annotations.NullMarked;
