/** Client libraries of a project, in the versions that it brings. */
@NullMarked
package dev.plimsoll.testkit.clients;

import org.jspecify.annotations.NullMarked;
