/** Attacks on running programs, as matrices. A test here talks to a whole server over TLS, as an attacker would. */
@NullMarked
package dev.plimsoll.security;

import org.jspecify.annotations.NullMarked;
