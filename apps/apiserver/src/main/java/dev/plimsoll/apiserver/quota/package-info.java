/** Keeps the status of quotas true to what the pods of their namespaces use. */
@NullMarked
package dev.plimsoll.apiserver.quota;

import org.jspecify.annotations.NullMarked;
