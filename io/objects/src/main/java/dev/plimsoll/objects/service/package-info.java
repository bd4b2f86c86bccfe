/** Services and the endpoints that answer for them. */
@NullMarked
package dev.plimsoll.objects.service;

import org.jspecify.annotations.NullMarked;
