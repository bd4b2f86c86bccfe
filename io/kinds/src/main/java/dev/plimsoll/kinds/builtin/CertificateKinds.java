package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.ClusterColumns;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.defaults.CertificateDefaults;
import dev.plimsoll.kinds.rules.CertificateRules;
import dev.plimsoll.kinds.rules.PodCertificateRules;
import dev.plimsoll.kinds.rules.TrustBundleRules;
import dev.plimsoll.kinds.strategy.builtin.PodCertificateRequestStrategy;
import dev.plimsoll.objects.access.CertificateSigningRequestObject;
import dev.plimsoll.objects.access.ClusterTrustBundleObject;
import dev.plimsoll.objects.access.PodCertificateRequestObject;
import java.util.List;

/** The kinds of certificates.k8s.io. */
final class CertificateKinds {
    static final List<KindDescriptor> ALL = List.of(
            KindDescriptor.of(CertificateSigningRequestObject.KIND)
                    .shortNames("csr")
                    .named(Naming.PATH_SEGMENT_LAST)
                    .subresource("approval")
                    .status()
                    .columns(() -> ClusterColumns.SIGNING_REQUESTS)
                    .selectableFields(SelectableFields.of("spec.signerName"))
                    .rules(CertificateRules::signingRequest)
                    .build(),
            KindDescriptor.of(ClusterTrustBundleObject.KIND)
                    .named(Naming.PATH_SEGMENT_LAST)
                    .rules(TrustBundleRules::check)
                    .immutable("spec.signerName")
                    .storageVersion("v1beta1")
                    .columns(() -> ClusterColumns.TRUST_BUNDLES)
                    .selectableFields(SelectableFields.of("spec.signerName"))
                    .build(),
            KindDescriptor.of(PodCertificateRequestObject.KIND)
                    .status()
                    .storageVersion("v1beta1")
                    .columns(() -> ClusterColumns.POD_CERTIFICATES)
                    .selectableFields(SelectableFields.of("spec.signerName", "spec.podName", "spec.nodeName"))
                    .defaults(CertificateDefaults::podCertificateRequest)
                    .rules(PodCertificateRules::request)
                    .immutable("spec")
                    .strategy(PodCertificateRequestStrategy::new)
                    .build());

    private CertificateKinds() {}
}
