package dev.plimsoll.objects.access;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;

/** Certificates that pods may trust. */
public final class ClusterTrustBundleObject extends ApiObject {
    public static final ObjectKind<ClusterTrustBundleObject> KIND = new ObjectKind<>(
            ApiResource.clustered("certificates.k8s.io", "v1", "clustertrustbundles", "ClusterTrustBundle"),
            ClusterTrustBundleObject.class,
            ClusterTrustBundleObject::new);

    public ClusterTrustBundleObject(ObjectNode document) {
        super(document);
    }

    /** In PEM. */
    public String trustBundle() {
        return text(specNode(), "trustBundle");
    }
}
