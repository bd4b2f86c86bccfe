/** What tests of objects share. */
@NullMarked
package dev.plimsoll.objects.testing;

import org.jspecify.annotations.NullMarked;
