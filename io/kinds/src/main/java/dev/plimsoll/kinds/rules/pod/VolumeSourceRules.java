package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.model.PodDetails.Volume;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.rules.field.AmountFieldRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import dev.plimsoll.kinds.rules.field.TemplateMetadataRules;
import dev.plimsoll.kinds.rules.storage.PersistentVolumeClaimRules;
import dev.plimsoll.kinds.rules.storage.SharedVolumeSourceRules;
import java.util.List;

/** Where the content of a pod's volumes comes from. */
final class VolumeSourceRules {
    private static final List<String> HOST_PATH_TYPES = List.of(
            "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");
    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");

    private VolumeSourceRules() {}

    /**
     * All that is wrong with the source of one volume; of several, the first counts.
     *
     * @param pod the name of the pod; empty in a template
     */
    static void check(FieldValue volume, String pod, Findings found) {
        for (var name : Volume.SOURCES) {
            var source = volume.field(name);
            if (!source.isGiven()) continue;
            SharedVolumeSourceRules.check(name, source, volume, found);
            source(name, source, found);
            if (name.equals("ephemeral") && !pod.isEmpty()) claimName(volume.field("name"), pod, found);
            return;
        }
    }

    private static void source(String name, FieldValue source, Findings found) {
        switch (name) {
            case "emptyDir" -> emptyDir(source, found);
            case "hostPath" -> hostPath(source, found);
            case "gitRepo" -> KeyPathRules.descending(source.field("directory"), found);
            case "secret" -> {
                if (source.field("secretName").isEmpty()) found.required(source.field("secretName"));
                KeyPathRules.content(source, found);
            }
            case "configMap" -> {
                if (source.field("name").isEmpty()) found.required(source.field("name"));
                KeyPathRules.content(source, found);
            }
            case "downwardAPI" -> {
                KeyPathRules.mode(source.field("defaultMode"), found);
                for (var item : source.field("items").items()) FieldReferenceRules.file(item, found);
            }
            case "projected" -> ProjectionRules.check(source, found);
            case "csi" -> csi(source, found);
            case "cinder" -> secretName(source.field("secretRef"), found);
            case "storageos" -> {
                if (source.field("volumeName").isEmpty()) found.required(source.field("volumeName"));
                else NameRules.label(source.field("volumeName"), found);
                secretName(source.field("secretRef"), found);
            }
            case "image" -> {
                if (source.field("reference").isEmpty()) found.required(source.field("reference"));
                if (!source.field("pullPolicy").isEmpty()) {
                    found.oneOf(source.field("pullPolicy"), PULL_POLICIES);
                }
            }
            case "ephemeral" -> ephemeral(source, found);
            default -> {}
        }
    }

    private static void secretName(FieldValue reference, Findings found) {
        if (reference.isGiven() && reference.field("name").isEmpty()) found.required(reference.field("name"));
    }

    private static void emptyDir(FieldValue source, Findings found) {
        var limit = AmountFieldRules.read(source.field("sizeLimit"));
        if (limit != null && limit.sign() < 0)
            found.forbidden(source.field("sizeLimit"), "SizeLimit field must be a valid resource quantity");
    }

    private static void hostPath(FieldValue source, Findings found) {
        var path = source.field("path");
        if (path.isEmpty()) found.required(path);
        else KeyPathRules.noBacksteps(path, found);
        if (source.field("type").isGiven()) found.oneOf(source.field("type"), HOST_PATH_TYPES);
    }

    private static void csi(FieldValue source, Findings found) {
        NameRules.csiDriver(source.field("driver"), found);
        var secret = source.field("nodePublishSecretRef");
        secretName(secret, found);
        // Messages leave the reference out.
        if (!secret.field("name").isEmpty()) {
            NameRules.subdomain(new FieldValue(secret.field("name").node(), source, "name"), found);
        }
    }

    private static void ephemeral(FieldValue source, Findings found) {
        var template = source.field("volumeClaimTemplate");
        if (!template.isGiven()) {
            found.required(template);
            return;
        }
        TemplateMetadataRules.check(template.field("metadata"), found);
        PersistentVolumeClaimRules.spec(template.field("spec"), found);
    }

    /** The claim that is made for a volume has the names of both. */
    private static void claimName(FieldValue volume, String pod, Findings found) {
        if (!DnsSyntax.label(volume.text()).isEmpty()) return;
        var claim = pod + "-" + volume.text();
        for (var problem : DnsSyntax.subdomain(claim)) {
            found.invalid(volume, "PVC name " + FieldError.quoted(claim) + ": " + problem);
        }
    }
}
