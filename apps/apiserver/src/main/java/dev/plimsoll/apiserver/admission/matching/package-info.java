/** Which writes concern a webhook or a policy, and what is shown to it of a write. */
@NullMarked
package dev.plimsoll.apiserver.admission.matching;

import org.jspecify.annotations.NullMarked;
