/** Which kinds a server has, as its pages tell clients, and which group versions another server answers for. */
@NullMarked
package dev.plimsoll.kinds.discovery;

import org.jspecify.annotations.NullMarked;
