/** Rules of services, endpoints, ingresses and network policies. */
@NullMarked
package dev.plimsoll.kinds.rules.network;

import org.jspecify.annotations.NullMarked;
