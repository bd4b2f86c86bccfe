package dev.plimsoll.nodeagent.payload;

import dev.plimsoll.cri.CriReply;
import dev.plimsoll.nodeagent.volumes.PayloadFile;
import dev.plimsoll.nodeagent.volumes.PayloadPath;
import dev.plimsoll.objects.pod.spec.DownwardFile;
import dev.plimsoll.objects.pod.spec.DownwardReference;
import dev.plimsoll.objects.pod.spec.KeyToPath;
import dev.plimsoll.objects.pod.spec.PodVolume;
import dev.plimsoll.objects.pod.spec.ProjectedSource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files of volumes that are made of API objects: config maps, secrets, the pod itself, tokens, and several of them together. */
public final class PayloadSources {
    private final References references;

    public PayloadSources(References references) {
        this.references = references;
    }

    /** In the kubelet's words. */
    public static String mountFailure(String volume, String why) {
        return "MountVolume.SetUp failed for volume \"" + volume + "\" : " + why;
    }

    /** The files of a volume, by path. */
    public CriReply<Map<String, PayloadFile>> files(DownwardApi pod, String name, PodVolume.Source.Payload volume) {
        var files = new TreeMap<String, PayloadFile>();
        for (var i = 0; i < volume.sources().size(); i++) {
            var place = new PodCertificates.Wanted(pod.pod().uid(), name, i);
            switch (files(pod, place, volume.sources().get(i), volume.defaultMode())) {
                case CriReply.Ok<Map<String, PayloadFile>>(var found) -> files.putAll(found);
                case CriReply.Failed<Map<String, PayloadFile>> failed -> {
                    return failed;
                }
            }
        }
        return new CriReply.Ok<>(files);
    }

    private CriReply<Map<String, PayloadFile>> files(
            DownwardApi pod, PodCertificates.Wanted place, ProjectedSource source, int mode) {
        var namespace = pod.pod().metadata().namespace();
        return switch (source) {
            case ProjectedSource.OfConfigMap(var name, var isOptional, var items) ->
                references
                        .configMap(namespace, name, isOptional)
                        .then(found -> new Chosen(items, isOptional, mode)
                                .files(found, "configmap references non-existent config key: "));
            case ProjectedSource.OfSecret(var name, var isOptional, var items) ->
                references
                        .secret(namespace, name, isOptional)
                        .then(found -> new Chosen(items, isOptional, mode)
                                .files(found, "references non-existent secret key: "));
            case ProjectedSource.OfPod(var items) -> downward(pod, items, mode);
            case ProjectedSource.Token(var path, var audience, var seconds) ->
                references.token(pod.pod(), audience, seconds).map(token -> Map.of(path, file(token, mode)));
            case ProjectedSource.TrustBundle(var path, var bundles) ->
                references.trustBundles().certificates(bundles).map(text -> Map.of(path, file(text, mode)));
            case ProjectedSource.PodCertificate asked ->
                references.certificates().files(pod.pod(), place, asked).map(texts -> {
                    var files = new TreeMap<String, PayloadFile>();
                    texts.forEach((path, text) -> files.put(path, file(text, mode)));
                    return files;
                });
            case ProjectedSource.Unknown() -> UnsupportedFeature.failure("this source of a projected volume");
        };
    }

    private static PayloadFile file(String text, int mode) {
        return new PayloadFile(text.getBytes(StandardCharsets.UTF_8), mode);
    }

    /** Those entries of a config map or a secret that are to be files. */
    private record Chosen(List<KeyToPath> items, boolean isOptional, int mode) {
        CriReply<Map<String, PayloadFile>> files(Map<String, byte[]> found, String missing) {
            for (var key : found.keySet()) {
                if (!PayloadPath.isKey(key))
                    return new CriReply.Failed<>(
                            CriReply.Code.INVALID_ARGUMENT, "the key \"" + key + "\" cannot be the name of a file");
            }
            var files = new TreeMap<String, PayloadFile>();
            if (items.isEmpty()) found.forEach((key, content) -> files.put(key, new PayloadFile(content, mode)));
            for (var item : items) {
                var content = found.get(item.key());
                if (content != null) files.put(item.path(), new PayloadFile(content, item.modeOr(mode)));
                else if (!isOptional) return new CriReply.Failed<>(CriReply.Code.NOT_FOUND, missing + item.key());
            }
            return new CriReply.Ok<>(files);
        }
    }

    private static CriReply<Map<String, PayloadFile>> downward(DownwardApi pod, List<DownwardFile> items, int mode) {
        var files = new TreeMap<String, PayloadFile>();
        for (var item : items) {
            var value = switch (item.reference()) {
                case DownwardReference.Field(var path) -> pod.field(path);
                case DownwardReference.Resource resource -> resource(pod, resource);
            };
            switch (value) {
                case CriReply.Ok<String>(var text) -> files.put(item.path(), file(text, item.modeOr(mode)));
                case CriReply.Failed<String>(var code, var message) -> {
                    return new CriReply.Failed<>(code, message);
                }
            }
        }
        return new CriReply.Ok<>(files);
    }

    private static CriReply<String> resource(DownwardApi pod, DownwardReference.Resource reference) {
        for (var container : pod.spec().containers()) {
            if (container.name().equals(reference.container())) return pod.resource(container, reference);
        }
        return UnsupportedFeature.failure("resourceFieldRef without the name of a container");
    }
}
