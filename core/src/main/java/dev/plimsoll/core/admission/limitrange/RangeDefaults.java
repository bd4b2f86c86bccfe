package dev.plimsoll.core.admission.limitrange;

import dev.plimsoll.core.admission.Defaulted.Addition;
import dev.plimsoll.core.admission.Defaulted.Rule;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One pod on its way through the LimitRanges of its namespace. */
public final class RangeDefaults {
    private final PodSpec sent;
    private final List<Addition> additions = new ArrayList<>();
    private final List<String> parts = new ArrayList<>();
    private PodSpec spec;
    private @Nullable String annotation;

    RangeDefaults(PodSpec spec) {
        this.sent = spec;
        this.spec = spec;
    }

    /** A spec with what LimitRanges added to it. */
    public record Applied(
            PodSpec spec,
            List<Addition> additions,
            @Nullable String annotationOrNull) {
        /** The annotation that records the additions. */
        public static final String ANNOTATION = "kubernetes.io/limit-ranger";

        public Applied {
            additions = List.copyOf(additions);
        }

        public Optional<String> annotation() {
            return Optional.ofNullable(annotationOrNull);
        }
    }

    void begin() {
        parts.clear();
    }

    /** A LimitRange that added something overwrites the note of the one before it. */
    void end() {
        if (!parts.isEmpty()) annotation = "LimitRanger plugin set: " + String.join("; ", parts);
    }

    Applied applied() {
        return new Applied(spec, additions, annotation);
    }

    void fillContainers(LimitRange.Item item) {
        var regular = filled(item, spec.containers(), "spec.containers", "container");
        var init = filled(item, spec.initContainers(), "spec.initContainers", "init container");
        spec = spec.withContainers(regular).withInitContainers(init);
    }

    private List<Container> filled(LimitRange.Item item, List<Container> containers, String path, String kind) {
        var filled = new ArrayList<Container>(containers.size());
        for (var i = 0; i < containers.size(); i++) {
            var container = containers.get(i);
            var resources = container.resources();
            var owner = kind + " " + container.name();
            var at = path + "[" + i + "].resources";
            var requests = item.defaultRequest()
                    .retaining(name -> !resources.requests().contains(name));
            var limits =
                    item.defaultLimit().retaining(name -> !resources.limits().contains(name));
            note(requests, at + ".requests", Rule.LIMIT_RANGE_CONTAINER_REQUEST, " request for " + owner);
            note(limits, at + ".limits", Rule.LIMIT_RANGE_CONTAINER_LIMIT, " limit for " + owner);
            filled.add(
                    requests.isEmpty() && limits.isEmpty()
                            ? container
                            : container.withResources(merged(resources, requests, limits)));
        }
        return filled;
    }

    /**
     * Pod-level defaults (KEP-2837): a limit where not every container has one; a request where neither the client's
     * pod-level limit nor a container's request would give one.
     */
    void fillPod(LimitRange.Item item) {
        if (spec.isWindows()) return;
        var resources = spec.resources();
        var limits = item.defaultLimit()
                .retaining(name -> !resources.limits().contains(name)
                        && !everyContainer(
                                container -> container.resources().limits().contains(name)));
        var requests = item.defaultRequest()
                .retaining(name -> !resources.requests().contains(name)
                        && !sent.resources().limits().contains(name)
                        && !anyContainer(
                                container -> container.resources().requests().contains(name)));
        note(requests, "spec.resources.requests", Rule.LIMIT_RANGE_POD_REQUEST, " request for pod");
        note(limits, "spec.resources.limits", Rule.LIMIT_RANGE_POD_LIMIT, " limit for pod");
        if (!requests.isEmpty() || !limits.isEmpty()) {
            spec = spec.withResources(merged(resources, requests, limits));
        }
    }

    private boolean everyContainer(Predicate<Container> condition) {
        return containers().allMatch(condition);
    }

    private boolean anyContainer(Predicate<Container> condition) {
        return containers().anyMatch(condition);
    }

    private Stream<Container> containers() {
        return Stream.concat(spec.containers().stream(), spec.initContainers().stream());
    }

    private static ResourceRequirements merged(
            ResourceRequirements resources, ResourceAmounts requests, ResourceAmounts limits) {
        return resources
                .withRequests(resources.requests().overriddenBy(requests))
                .withLimits(resources.limits().overriddenBy(limits));
    }

    private void note(ResourceAmounts added, String path, Rule rule, String words) {
        if (added.isEmpty()) return;
        for (var name : added.names()) additions.add(new Addition(path, name, added.amount(name), rule));
        parts.add(
                String.join(", ", added.names().stream().map(ResourceName::text).toList()) + words);
    }
}
