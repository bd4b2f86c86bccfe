package dev.plimsoll.objects.policy;

import static dev.plimsoll.objects.tree.DocumentFields.has;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.ApiObject;

/** An admission policy of any kind, or a binding of one. */
public final class AdmissionPolicyObject extends ApiObject {
    public AdmissionPolicyObject(ObjectNode document) {
        super(document);
    }

    /** Whether other objects say what it demands. */
    public boolean takesParameters() {
        return has(specNode(), "paramKind") || has(specNode(), "paramRef");
    }
}
