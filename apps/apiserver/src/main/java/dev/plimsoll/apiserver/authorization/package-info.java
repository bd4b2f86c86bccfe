/** What a user may do: roles, nodes, impersonation. */
@NullMarked
package dev.plimsoll.apiserver.authorization;

import org.jspecify.annotations.NullMarked;
