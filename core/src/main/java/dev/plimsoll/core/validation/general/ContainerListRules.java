package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.PodSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The three lists of containers. A name is unique across all of them; its second use is the error, where regular
 * containers come first, then init, then ephemeral ones.
 */
final class ContainerListRules {
    private ContainerListRules() {}

    static void check(PodSpec spec, FieldPath path, FieldErrors found) {
        var mountable = VolumeRules.mountable(spec.details().volumes());
        regular(spec, mountable, path.child("containers"), found);
        init(spec, mountable, path.child("initContainers"), found);
        ephemeral(spec, mountable, path.child("ephemeralContainers"), found);
    }

    private static void regular(PodSpec spec, Set<String> mountable, FieldPath path, FieldErrors found) {
        if (spec.containers().isEmpty()) found.required(path);
        var names = new HashSet<String>();
        for (var i = 0; i < spec.containers().size(); i++) {
            var container = spec.containers().get(i);
            var at = path.index(i);
            var ports = PortRules.defaulted(container, spec.details().hostNetwork());
            ContainerRules.check(container, ports, mountable, at, found);
            if (!names.add(container.name())) found.duplicate(at.child("name"), container.name());
            ContainerRules.restartPolicy(container, at, found);
        }
        HostPortRules.checkUnique(spec.containers(), spec.details().hostNetwork(), path, found);
    }

    private static void init(PodSpec spec, Set<String> mountable, FieldPath path, FieldErrors found) {
        var names = new HashSet<String>();
        for (var container : spec.containers()) names.add(container.name());
        for (var i = 0; i < spec.initContainers().size(); i++) {
            var container = spec.initContainers().get(i);
            var at = path.index(i);
            var ports = PortRules.defaulted(container, spec.details().hostNetwork());
            ContainerRules.check(container, ports, mountable, at, found);
            ContainerRules.restartPolicy(container, at, found);
            if (names.contains(container.name())) found.duplicate(at.child("name"), container.name());
            else if (!container.name().isEmpty()) names.add(container.name());
            // They run one after the other, so each is alone with its ports. The server counts its index from 0.
            HostPortRules.checkUnique(List.of(container), spec.details().hostNetwork(), path, found);
        }
    }

    private static void ephemeral(PodSpec spec, Set<String> mountable, FieldPath path, FieldErrors found) {
        var names = new HashSet<String>();
        for (var container : spec.containers()) names.add(container.name());
        for (var container : spec.initContainers()) names.add(container.name());
        for (var i = 0; i < spec.ephemeralContainers().size(); i++) {
            var container = spec.ephemeralContainers().get(i);
            var at = path.index(i);
            ContainerRules.check(container, PortRules.defaulted(container, false), mountable, at, found);
            ImageRules.check(container, at, found);
            if (!names.add(container.name())) found.duplicate(at.child("name"), container.name());
            EphemeralRules.check(container, at, found);
        }
    }
}
