/** Questions to admission webhooks and their answers, and how webhooks are registered. */
@NullMarked
package dev.plimsoll.objects.admission;

import org.jspecify.annotations.NullMarked;
