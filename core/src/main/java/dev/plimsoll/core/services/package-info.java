/** The addresses and ports that services get. */
@NullMarked
package dev.plimsoll.core.services;

import org.jspecify.annotations.NullMarked;
