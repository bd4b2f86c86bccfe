/** Who asks: certificates and tokens. */
@NullMarked
package dev.plimsoll.apiserver.authentication;

import org.jspecify.annotations.NullMarked;
