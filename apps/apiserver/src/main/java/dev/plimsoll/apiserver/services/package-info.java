/** Addresses and node ports of services: none is given twice, whichever server of a store gives it. */
@NullMarked
package dev.plimsoll.apiserver.services;

import org.jspecify.annotations.NullMarked;
