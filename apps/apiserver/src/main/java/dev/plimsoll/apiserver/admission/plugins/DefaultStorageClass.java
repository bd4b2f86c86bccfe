package dev.plimsoll.apiserver.admission.plugins;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.ClaimDocument;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import dev.plimsoll.objects.storage.StorageClassObject;

/** A new claim that says nothing about its storage class gets the default one, if there is one. */
final class DefaultStorageClass implements AdmissionStep {
    private final Registry registry;
    private final Kind claims;
    private final Kind classes;

    DefaultStorageClass(Registry registry, Kind claims, Kind classes) {
        this.registry = registry;
        this.claims = claims;
        this.classes = classes;
    }

    @Override
    public boolean mutate(AdmissionAttributes review) {
        var isNew = review.kind().equals(claims)
                && review.operation() == AdmissionAttributes.Operation.CREATE
                && review.subresource().isEmpty();
        if (!isNew || new PersistentVolumeClaimObject(review.object()).claim().hasClass()) return false;
        var known = registry.recent(classes, "").objects().stream()
                .map(each -> each.view(StorageClassObject.class, StorageClassObject::new))
                .toList();
        var chosen = StorageClassObject.defaultOf(known);
        chosen.ifPresent(each ->
                ClaimDocument.setStorageClass(review.object(), each.metadata().name()));
        return chosen.isPresent();
    }
}
