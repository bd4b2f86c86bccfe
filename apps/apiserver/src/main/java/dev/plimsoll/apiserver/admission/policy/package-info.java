/** Policies written as expressions: ValidatingAdmissionPolicy, MutatingAdmissionPolicy and their bindings. */
@NullMarked
package dev.plimsoll.apiserver.admission.policy;

import org.jspecify.annotations.NullMarked;
