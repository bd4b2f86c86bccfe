/** Roles and their bindings: rules, what they cover, and roles that are put together of others. */
@NullMarked
package dev.plimsoll.kinds.rbac;

import org.jspecify.annotations.NullMarked;
