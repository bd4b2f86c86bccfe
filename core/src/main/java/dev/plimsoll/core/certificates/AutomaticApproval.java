package dev.plimsoll.core.certificates;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Requests of nodes that are approved without a person, if who sent them has the permission for it. */
public enum AutomaticApproval {
    /** A node that has a certificate asks for its next one. */
    SELF_NODE_CLIENT("selfnodeclient", "Auto approving self kubelet client certificate after SubjectAccessReview."),
    /** Somebody asks for a certificate for a node. */
    NODE_CLIENT("nodeclient", "Auto approving kubelet client certificate after SubjectAccessReview.");

    private final String subresource;
    private final String message;

    AutomaticApproval(String subresource, String message) {
        this.subresource = subresource;
        this.message = message;
    }

    /** The permission is to create this part of requests. */
    public String subresource() {
        return subresource;
    }

    /** Of the condition that says why. */
    public String message() {
        return message;
    }

    /**
     * What a request could be approved as, the narrower permission first; empty where only a person can say, as for serving certificates.
     *
     * @param sender the user name of who sent it
     */
    public static List<AutomaticApproval> candidates(
            String signerName, String sender, RequestedIdentity identity, Collection<String> usages) {
        var signer = Signer.KUBE_APISERVER_CLIENT_KUBELET;
        if (!signer.signerName().equals(signerName)
                || signer.refusal(identity, usages).isPresent()) return List.of();
        var found = new ArrayList<AutomaticApproval>();
        if (identity.commonName().equals(sender)) found.add(SELF_NODE_CLIENT);
        found.add(NODE_CLIENT);
        return List.copyOf(found);
    }
}
