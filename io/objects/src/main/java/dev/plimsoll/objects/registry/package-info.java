/** Who may pull images: the files of docker that secrets hold. */
@NullMarked
package dev.plimsoll.objects.registry;

import org.jspecify.annotations.NullMarked;
