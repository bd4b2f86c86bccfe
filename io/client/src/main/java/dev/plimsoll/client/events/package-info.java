/** Events about objects, counted up instead of repeated. */
@NullMarked
package dev.plimsoll.client.events;

import org.jspecify.annotations.NullMarked;
