/** Charges writes to the quotas of their namespaces. */
@NullMarked
package dev.plimsoll.apiserver.admission.quotas;

import org.jspecify.annotations.NullMarked;
