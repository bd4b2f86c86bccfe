package dev.plimsoll.nodeagent.payload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.codec.selector.ObjectSelector;
import dev.plimsoll.cri.CriReply;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;

/** Certificates that a pod trusts: of a ClusterTrustBundle by name, or of all bundles of a signer that a selector matches. */
final class TrustBundles {
    private static final ApiResource BUNDLES =
            ApiResource.clustered("certificates.k8s.io", "v1", "clustertrustbundles", "ClusterTrustBundle");
    private static final int PAGE = 500;
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", Pattern.DOTALL);

    private final ApiClient client;

    TrustBundles(ApiClient client) {
        this.client = client;
    }

    /** All certificates, each once, in PEM. Empty where there is no bundle and the source is optional. */
    CriReply<String> certificates(JsonNode source) {
        var isOptional = source.path("optional").asBoolean();
        var bundles = source.hasNonNull("name")
                ? named(source.path("name").asText(), isOptional)
                : signed(source, isOptional);
        return bundles.map(TrustBundles::joined);
    }

    private CriReply<List<ObjectNode>> named(String name, boolean isOptional) {
        return References.found("clustertrustbundle", name, isOptional, client.get(BUNDLES, new ObjectName("", name)))
                .map(List::of);
    }

    private CriReply<List<ObjectNode>> signed(JsonNode source, boolean isOptional) {
        var signer = source.path("signerName").asText();
        var selector = ObjectSelector.read(source.path("labelSelector"));
        // A selector that is left out matches nothing, an empty one everything.
        if (!source.hasNonNull("labelSelector") || selector.isEmpty()) return found(signer, List.of(), isOptional);
        var selection = ObjectSelection.ALL.withFields("spec.signerName=" + signer);
        return switch (client.listAll(BUNDLES, selection, PAGE)) {
            case RequestResult.Done<ResourceList>(var list) ->
                found(
                        signer,
                        list.items().stream()
                                .filter(bundle -> selector.get().matches(bundle))
                                .toList(),
                        isOptional);
            case RequestResult<ResourceList> failed ->
                new CriReply.Failed<>(
                        CriReply.Code.UNAVAILABLE, "clustertrustbundles of signer " + signer + ": " + failed.problem());
        };
    }

    private static CriReply<List<ObjectNode>> found(String signer, List<ObjectNode> bundles, boolean isOptional) {
        if (!bundles.isEmpty() || isOptional) return new CriReply.Ok<>(bundles);
        return new CriReply.Failed<>(
                CriReply.Code.NOT_FOUND,
                "the signer name " + signer + " and the label selector match no ClusterTrustBundle");
    }

    private static String joined(List<ObjectNode> bundles) {
        var blocks = new LinkedHashSet<String>();
        for (var bundle : bundles) {
            var text =
                    CERTIFICATE.matcher(bundle.path("spec").path("trustBundle").asText());
            while (text.find()) blocks.add(text.group() + "\n");
        }
        return String.join("", blocks);
    }
}
