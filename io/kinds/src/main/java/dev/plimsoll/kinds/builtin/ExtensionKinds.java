package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.AdmissionColumns;
import dev.plimsoll.codec.table.Columns;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.defaults.AdmissionDefaults;
import dev.plimsoll.kinds.rules.AdmissionPolicyRules;
import dev.plimsoll.kinds.rules.ApiServiceRules;
import dev.plimsoll.kinds.strategy.builtin.DefinitionStrategy;
import dev.plimsoll.kinds.strategy.builtin.WebhookConfigurationStrategy;
import java.util.List;
import java.util.function.Supplier;

/** The kinds that extend the API or check requests: admissionregistration, apiextensions and apiregistration. */
final class ExtensionKinds {
    static final List<KindDescriptor> ADMISSION_REGISTRATION = List.of(
            admission("MutatingAdmissionPolicy", "mutatingadmissionpolicies", () -> AdmissionColumns.MUTATING_POLICIES)
                    .defaults(AdmissionDefaults::policy)
                    .rules(AdmissionPolicyRules::mutating)
                    .statusKeepsMetadata()
                    .build(),
            admission(
                            "MutatingAdmissionPolicyBinding",
                            "mutatingadmissionpolicybindings",
                            () -> AdmissionColumns.MUTATING_BINDINGS)
                    .defaults(AdmissionDefaults::binding)
                    .rules(AdmissionPolicyRules::mutatingBinding)
                    .build(),
            admission(
                            "MutatingWebhookConfiguration",
                            "mutatingwebhookconfigurations",
                            () -> AdmissionColumns.MUTATING_WEBHOOKS)
                    .strategy(WebhookConfigurationStrategy::new)
                    .build(),
            admission(
                            "ValidatingAdmissionPolicy",
                            "validatingadmissionpolicies",
                            () -> AdmissionColumns.VALIDATING_POLICIES)
                    .status()
                    .defaults(AdmissionDefaults::policy)
                    .rules(AdmissionPolicyRules::validating)
                    .statusKeepsMetadata()
                    .build(),
            admission(
                            "ValidatingAdmissionPolicyBinding",
                            "validatingadmissionpolicybindings",
                            () -> AdmissionColumns.VALIDATING_BINDINGS)
                    .defaults(AdmissionDefaults::binding)
                    .rules(AdmissionPolicyRules::validatingBinding)
                    .build(),
            admission(
                            "ValidatingWebhookConfiguration",
                            "validatingwebhookconfigurations",
                            () -> AdmissionColumns.VALIDATING_WEBHOOKS)
                    .strategy(WebhookConfigurationStrategy::new)
                    .build());

    static final List<KindDescriptor> API_EXTENSIONS = List.of(
            KindDescriptor.of("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions")
                    .clusterScoped()
                    .shortNames("crd", "crds")
                    .categories("api-extensions")
                    .tracksGeneration()
                    .storageVersion("v1beta1")
                    .status()
                    .columns(() -> AdmissionColumns.DEFINITIONS)
                    .strategy(DefinitionStrategy::new)
                    .statusKeepsMetadata()
                    .build());

    static final List<KindDescriptor> API_REGISTRATION =
            List.of(KindDescriptor.of("apiregistration.k8s.io/v1", "APIService", "apiservices")
                    .clusterScoped()
                    .categories("api-extensions")
                    .named(Naming.PATH_SEGMENT)
                    .status()
                    .columns(() -> AdmissionColumns.API_SERVICES)
                    .defaults(AdmissionDefaults::apiService)
                    .rules(ApiServiceRules::check)
                    .statusKeepsMetadata()
                    .build());

    private ExtensionKinds() {}

    private static KindDescriptorBuilder admission(String name, String plural, Supplier<Columns> columns) {
        return KindDescriptor.of("admissionregistration.k8s.io/v1", name, plural)
                .clusterScoped()
                .categories("api-extensions")
                .tracksGeneration()
                .columns(columns);
    }
}
