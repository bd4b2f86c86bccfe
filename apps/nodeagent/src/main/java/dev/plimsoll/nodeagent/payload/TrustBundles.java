package dev.plimsoll.nodeagent.payload;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.objects.access.ClusterTrustBundleObject;
import dev.plimsoll.objects.pod.spec.ProjectedSource.TrustBundleSelection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;

/** Certificates that a pod trusts: of a ClusterTrustBundle by name, or of all bundles of a signer that a selector matches. */
final class TrustBundles {
    private static final int PAGE = 500;
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", Pattern.DOTALL);

    private final ApiClient client;

    TrustBundles(ApiClient client) {
        this.client = client;
    }

    /** All certificates, each once, in PEM. Empty where there is no bundle and the source is optional. */
    CriReply<String> certificates(TrustBundleSelection asked) {
        var bundles = asked.name().isEmpty() ? signed(asked) : named(asked);
        return bundles.map(TrustBundles::joined);
    }

    private CriReply<List<ClusterTrustBundleObject>> named(TrustBundleSelection asked) {
        var outcome = client.get(ClusterTrustBundleObject.KIND.resource(), new ObjectName("", asked.name()));
        return References.found("clustertrustbundle", asked.name(), asked.isOptional(), outcome)
                .map(document -> List.of(new ClusterTrustBundleObject(document)));
    }

    private CriReply<List<ClusterTrustBundleObject>> signed(TrustBundleSelection asked) {
        // A selector that is left out matches nothing, an empty one everything.
        if (asked.selector().isEmpty()) return found(asked, List.of());
        var selector = asked.selector().get();
        var selection = ObjectSelection.ALL.withFields("spec.signerName=" + asked.signerName());
        return switch (client.listAll(ClusterTrustBundleObject.KIND.resource(), selection, PAGE)) {
            case RequestResult.Done<ResourceList>(var list) ->
                found(
                        asked,
                        list.items().stream()
                                .map(ClusterTrustBundleObject::new)
                                .filter(bundle ->
                                        selector.matches(bundle.metadata().labels()))
                                .toList());
            case RequestResult<ResourceList> failed ->
                new CriReply.Failed<>(
                        CriReply.Code.UNAVAILABLE,
                        "clustertrustbundles of signer " + asked.signerName() + ": " + failed.problem());
        };
    }

    private static CriReply<List<ClusterTrustBundleObject>> found(
            TrustBundleSelection asked, List<ClusterTrustBundleObject> bundles) {
        if (!bundles.isEmpty() || asked.isOptional()) return new CriReply.Ok<>(bundles);
        return new CriReply.Failed<>(
                CriReply.Code.NOT_FOUND,
                "the signer name " + asked.signerName() + " and the label selector match no ClusterTrustBundle");
    }

    private static String joined(List<ClusterTrustBundleObject> bundles) {
        var blocks = new LinkedHashSet<String>();
        for (var bundle : bundles) {
            var text = CERTIFICATE.matcher(bundle.trustBundle());
            while (text.find()) blocks.add(text.group() + "\n");
        }
        return String.join("", blocks);
    }
}
