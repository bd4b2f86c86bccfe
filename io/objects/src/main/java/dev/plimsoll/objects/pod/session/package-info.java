/** Messages of sessions in containers: commands and terminals. */
@NullMarked
package dev.plimsoll.objects.pod.session;

import org.jspecify.annotations.NullMarked;
