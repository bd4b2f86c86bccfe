package dev.plimsoll.core.certificates;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The signers that every cluster has, and what each of them signs. */
public enum Signer {
    /** Clients of the API server. */
    KUBE_APISERVER_CLIENT("kubernetes.io/kube-apiserver-client") {
        @Override
        public Optional<String> refusal(RequestedIdentity identity, Collection<String> usages) {
            if (!usages.contains(CLIENT_AUTH)) return Optional.of("usages must contain \"client auth\"");
            return unexpected(usages, Set.of(DIGITAL_SIGNATURE, KEY_ENCIPHERMENT, CLIENT_AUTH));
        }
    },
    /** Nodes as clients of the API server. */
    KUBE_APISERVER_CLIENT_KUBELET("kubernetes.io/kube-apiserver-client-kubelet") {
        @Override
        public Optional<String> refusal(RequestedIdentity identity, Collection<String> usages) {
            if (!identity.organizations().equals(List.of(NODES))) return Optional.of(NOT_NODES);
            if (!identity.dnsNames().isEmpty()) return Optional.of("DNS subjectAltNames are not allowed");
            if (!identity.emails().isEmpty()) return Optional.of("Email subjectAltNames are not allowed");
            if (!identity.addresses().isEmpty()) return Optional.of("IP subjectAltNames are not allowed");
            if (!identity.uris().isEmpty()) return Optional.of("URI subjectAltNames are not allowed");
            if (!identity.commonName().startsWith(NODE_PREFIX)) return Optional.of(NOT_A_NODE);
            return exactly(usages, CLIENT_AUTH);
        }
    },
    /** What nodes serve with. */
    KUBELET_SERVING("kubernetes.io/kubelet-serving") {
        @Override
        public Optional<String> refusal(RequestedIdentity identity, Collection<String> usages) {
            if (!identity.organizations().equals(List.of(NODES))) return Optional.of(NOT_NODES);
            if (identity.dnsNames().isEmpty() && identity.addresses().isEmpty())
                return Optional.of("DNS or IP subjectAltName is required");
            if (!identity.emails().isEmpty()) return Optional.of("Email subjectAltNames are not allowed");
            if (!identity.uris().isEmpty()) return Optional.of("URI subjectAltNames are not allowed");
            if (!identity.commonName().startsWith(NODE_PREFIX)) return Optional.of(NOT_A_NODE);
            return exactly(usages, SERVER_AUTH);
        }
    },
    /** Whatever was approved. */
    LEGACY_UNKNOWN("kubernetes.io/legacy-unknown") {
        @Override
        public Optional<String> refusal(RequestedIdentity identity, Collection<String> usages) {
            return Optional.empty();
        }
    };

    public static final String NODES = "system:nodes";
    public static final String NODE_PREFIX = "system:node:";

    static final String DIGITAL_SIGNATURE = "digital signature";
    static final String KEY_ENCIPHERMENT = "key encipherment";
    static final String CLIENT_AUTH = "client auth";
    static final String SERVER_AUTH = "server auth";
    private static final String NOT_NODES = "subject organization is not system:nodes";
    private static final String NOT_A_NODE = "subject common name does not begin with system:node:";

    private final String signerName;

    Signer(String signerName) {
        this.signerName = signerName;
    }

    public String signerName() {
        return signerName;
    }

    public static Optional<Signer> named(String name) {
        for (var each : values()) if (each.signerName.equals(name)) return Optional.of(each);
        return Optional.empty();
    }

    /** Why this signer does not sign such a request; empty if it does. */
    public abstract Optional<String> refusal(RequestedIdentity identity, Collection<String> usages);

    /** Keys that cannot encipher, such as elliptic curves, leave that usage out. */
    private static Optional<String> exactly(Collection<String> usages, String purpose) {
        var given = Set.copyOf(usages);
        var least = Set.of(DIGITAL_SIGNATURE, purpose);
        var most = Set.of(DIGITAL_SIGNATURE, KEY_ENCIPHERMENT, purpose);
        return given.equals(least) || given.equals(most)
                ? Optional.empty()
                : Optional.of("usages did not match " + new TreeSet<>(most));
    }

    private static Optional<String> unexpected(Collection<String> usages, Set<String> permitted) {
        var more = new TreeSet<>(usages);
        more.removeAll(permitted);
        return more.isEmpty() ? Optional.empty() : Optional.of("usages " + more + " are not permitted");
    }
}
