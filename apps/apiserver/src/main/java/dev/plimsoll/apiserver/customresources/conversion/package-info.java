/** Translation of custom resources between versions by webhooks. */
@NullMarked
package dev.plimsoll.apiserver.customresources.conversion;

import org.jspecify.annotations.NullMarked;
