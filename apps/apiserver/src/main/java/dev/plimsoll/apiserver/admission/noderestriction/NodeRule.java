package dev.plimsoll.apiserver.admission.noderestriction;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;

/** What a node may write of one kind of object. */
interface NodeRule {
    /** Throws a refusal if the node of this name may not do that. */
    void check(AdmissionAttributes review, String node);
}
