/** Which pods answer for a service, and at which ports. */
@NullMarked
package dev.plimsoll.core.workloads.endpoints;

import org.jspecify.annotations.NullMarked;
