package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.number;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.textMap;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Something of the API that files of a volume are made of. */
public sealed interface ProjectedSource {
    /**
     * Entries of a config map.
     *
     * @param items none where all entries are files
     */
    record OfConfigMap(String name, boolean isOptional, List<KeyToPath> items) implements ProjectedSource {
        public OfConfigMap {
            items = List.copyOf(items);
        }
    }

    /**
     * Entries of a secret.
     *
     * @param items none where all entries are files
     */
    record OfSecret(String name, boolean isOptional, List<KeyToPath> items) implements ProjectedSource {
        public OfSecret {
            items = List.copyOf(items);
        }
    }

    record OfPod(List<DownwardFile> items) implements ProjectedSource {
        public OfPod {
            items = List.copyOf(items);
        }
    }

    /**
     * A token of the pod's service account.
     *
     * @param audience empty for the API server itself
     */
    record Token(String path, String audience, long expirationSeconds) implements ProjectedSource {}

    /** Certificates of ClusterTrustBundles. */
    record TrustBundle(String path, TrustBundleSelection bundles) implements ProjectedSource {}

    /**
     * A key and a certificate for it, which a signer is asked for.
     *
     * @param maxExpirationSeconds zero where nobody says
     * @param credentialBundlePath of a file with both; empty where there is none
     * @param keyPath of a file with the key alone; empty where there is none
     * @param certificateChainPath of a file with the certificates alone; empty where there is none
     * @param userAnnotations what the pod's author says to the signer
     */
    record PodCertificate(
            String signerName,
            String keyType,
            long maxExpirationSeconds,
            String credentialBundlePath,
            String keyPath,
            String certificateChainPath,
            Map<String, String> userAnnotations)
            implements ProjectedSource {
        public PodCertificate {
            userAnnotations = Map.copyOf(userAnnotations);
        }

        static PodCertificate read(JsonNode node) {
            return new PodCertificate(
                    text(node, "signerName"),
                    text(node, "keyType"),
                    number(node, "maxExpirationSeconds", 0),
                    text(node, "credentialBundlePath"),
                    text(node, "keyPath"),
                    text(node, "certificateChainPath"),
                    textMap(node, "userAnnotations"));
        }
    }

    /** Of a kind that is not known here. */
    record Unknown() implements ProjectedSource {}

    /**
     * Which ClusterTrustBundles are meant.
     *
     * @param name empty where they are found by their signer
     * @param selector empty where none is given, or one that cannot be read: it matches nothing
     */
    record TrustBundleSelection(String name, String signerName, Optional<LabelSelector> selector, boolean isOptional) {
        static TrustBundleSelection read(JsonNode node) {
            return new TrustBundleSelection(
                    text(node, "name"),
                    text(node, "signerName"),
                    has(node, "labelSelector") ? ObjectSelector.read(node.path("labelSelector")) : Optional.empty(),
                    flag(node, "optional"));
        }
    }

    private static long seconds(JsonNode token) {
        return number(token, "expirationSeconds", 3600);
    }

    /** One of the sources of a projected volume. */
    static ProjectedSource read(JsonNode node) {
        var token = node.path("serviceAccountToken");
        if (token.isObject()) return new Token(text(token, "path"), text(token, "audience"), seconds(token));
        var bundle = node.path("clusterTrustBundle");
        if (bundle.isObject()) return new TrustBundle(text(bundle, "path"), TrustBundleSelection.read(bundle));
        if (has(node, "podCertificate")) return PodCertificate.read(node.path("podCertificate"));
        if (has(node, "configMap")) return configMap(node.path("configMap"));
        if (has(node, "secret")) return secret(node.path("secret"));
        return has(node, "downwardAPI") ? downwardApi(node.path("downwardAPI")) : new Unknown();
    }

    static OfConfigMap configMap(JsonNode node) {
        return new OfConfigMap(text(node, "name"), flag(node, "optional"), list(node, "items", KeyToPath::read));
    }

    /** A volume calls the secret {@code secretName}, a projected one {@code name}. */
    static OfSecret secret(JsonNode node) {
        return new OfSecret(
                text(node, "secretName", text(node, "name")),
                flag(node, "optional"),
                list(node, "items", KeyToPath::read));
    }

    static OfPod downwardApi(JsonNode node) {
        return new OfPod(list(node, "items", DownwardFile::read));
    }
}
