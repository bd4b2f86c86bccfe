package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How a container uses the volumes of its pod. A volume with an error of its own is as good as not there. */
final class ContainerVolumeRules {
    private static final List<String> PROPAGATIONS = List.of("Bidirectional", "HostToContainer", "None");
    private static final List<String> RECURSIONS = List.of("Disabled", "Enabled", "IfPossible");

    private final Map<String, FieldValue> sound = new HashMap<>();
    private final Set<String> broken = new HashSet<>();

    /** @param problems what is wrong with the sources of the volumes, and with the volumes themselves */
    ContainerVolumeRules(FieldValue volumes, List<FieldError> problems) {
        var places = problems.stream().map(FieldError::field).collect(Collectors.toSet());
        for (var volume : volumes.items()) {
            var name = volume.field("name").text();
            var isBroken = places.stream().anyMatch(place -> place.startsWith(volume + "."));
            if (!isBroken) sound.put(name, volume);
            else broken.add(name);
        }
    }

    void check(FieldValue container, Findings found) {
        files(container.field("env"), found);
        mounts(container, found);
        devices(container, found);
    }

    private void files(FieldValue variables, Findings found) {
        for (var variable : variables.items()) {
            var file = variable.field("valueFrom").field("fileKeyRef");
            if (!file.isGiven()) continue;
            if (file.field("key").isEmpty()) found.required(file.field("key"));
            var volume = file.field("volumeName");
            if (volume.isEmpty()) found.required(volume);
            if (!sound.containsKey(volume.text())) notFound(volume, found);
            else if (!isEmptyDir(volume.text())) {
                found.invalid(volume, "referenced volume must be of type emptyDir");
            }
            if (file.field("path").isEmpty()) found.required(file.field("path"));
            else KeyPathRules.inVolume(file.field("path"), found);
        }
    }

    private boolean isEmptyDir(String name) {
        var volume = sound.get(name);
        return volume == null
                || volume.field("emptyDir").isGiven()
                || volume.node().size() <= 1;
    }

    private static void notFound(FieldValue at, Findings found) {
        found.add(FieldError.notFound(at.toString(), at.text(), ""));
    }

    private void mounts(FieldValue container, Findings found) {
        var mounts = container.field("volumeMounts");
        var devices = container.field("volumeDevices");
        var names = texts(devices, "name");
        var places = texts(devices, "devicePath");
        for (var mount : mounts.items()) {
            var name = mount.field("name");
            if (broken.contains(name.text()) && !sound.containsKey(name.text())) notFound(name, found);
            if (names.contains(name.text())) found.invalid(name, "must not already exist in volumeDevices");
            if (places.contains(mount.field("mountPath").text())) {
                found.invalid(mount.field("mountPath"), "must not already exist as a path in volumeDevices");
            }
            propagation(mounts, mount, container, found);
        }
    }

    /** Messages leave out which mount it is. */
    private static void propagation(FieldValue mounts, FieldValue mount, FieldValue container, Findings found) {
        var propagation = mount.field("mountPropagation");
        var at = new FieldValue(propagation.node(), mounts, "mountPropagation");
        if (propagation.isGiven()) {
            found.oneOf(at, PROPAGATIONS);
            var isPrivileged =
                    container.field("securityContext").field("privileged").isTrue();
            if (propagation.text().equals("Bidirectional") && !isPrivileged) {
                found.forbidden(at, "Bidirectional mount propagation is available only to privileged containers");
            }
        }
        var recursion = mount.field("recursiveReadOnly");
        var place = new FieldValue(recursion.node(), mounts, "recursiveReadOnly");
        if (!recursion.isGiven()) return;
        found.oneOf(place, RECURSIONS);
        if (!recursion.text().equals("Enabled") && !recursion.text().equals("IfPossible")) return;
        if (!mount.field("readOnly").isTrue()) found.forbidden(place, "may only be specified when readOnly is true");
        if (propagation.isGiven() && !propagation.text().equals("None")) {
            found.forbidden(place, "may only be specified when mountPropagation is None or not specified");
        }
    }

    private void devices(FieldValue container, Findings found) {
        var mounts = container.field("volumeMounts");
        var mountedNames = texts(mounts, "name");
        var mountedPlaces = texts(mounts, "mountPath");
        var names = new HashSet<String>();
        var places = new HashSet<String>();
        for (var device : container.field("volumeDevices").items()) {
            var name = device.field("name");
            var place = device.field("devicePath");
            if (name.isEmpty()) found.required(name);
            if (!names.add(name.text())) found.invalid(name, "must be unique");
            var volume = sound.get(name.text());
            if (volume != null
                    && !volume.field("persistentVolumeClaim").isGiven()
                    && !volume.field("ephemeral").isGiven()) {
                found.invalid(
                        name, "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
            }
            if (volume == null) notFound(name, found);
            if (place.isEmpty()) found.required(place);
            if (!place.isEmpty() && !places.add(place.text())) found.invalid(place, "must be unique");
            if (("/" + place.text() + "/").contains("/../")) found.invalid(place, "can not contain backsteps ('..')");
            if (mountedNames.contains(name.text())) found.invalid(name, "must not already exist in volumeMounts");
            if (mountedPlaces.contains(place.text())) {
                found.invalid(place, "must not already exist as a path in volumeMounts");
            }
        }
    }

    private static Set<String> texts(FieldValue list, String field) {
        var texts = new HashSet<String>();
        for (var item : list.items()) {
            var text = item.field(field).text();
            if (!text.isEmpty()) texts.add(text);
        }
        return texts;
    }
}
