/** Controllers that keep workloads running and clean up after them. */
@NullMarked
package dev.plimsoll.controllers;

import org.jspecify.annotations.NullMarked;
