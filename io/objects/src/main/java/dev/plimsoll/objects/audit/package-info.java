/** Events of the audit log. */
@NullMarked
package dev.plimsoll.objects.audit;

import org.jspecify.annotations.NullMarked;
