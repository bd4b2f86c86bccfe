/** ResourceQuota: what a pod is charged, which quotas count it, and whether a change still fits. */
@NullMarked
package dev.plimsoll.core.admission.quota;

import org.jspecify.annotations.NullMarked;
