/** The schemas of kinds as OpenAPI documents. */
@NullMarked
package dev.plimsoll.kinds.openapi;

import org.jspecify.annotations.NullMarked;
