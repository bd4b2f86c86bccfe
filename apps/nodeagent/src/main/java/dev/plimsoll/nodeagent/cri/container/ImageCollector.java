package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.core.resize.eviction.ImageGarbage;
import dev.plimsoll.core.resize.eviction.ImageGarbage.Candidate;
import dev.plimsoll.core.resize.eviction.ImageGarbage.Plan;
import dev.plimsoll.core.resize.eviction.NodePressure.Availability;
import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Image;
import dev.plimsoll.nodeagent.cri.observation.CriLabels;
import dev.plimsoll.nodeagent.runtime.PodRuntime.Collected;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Removes images that nobody uses from a runtime. It remembers since when it knows them, and when they were last used. */
public final class ImageCollector {
    private final CriClient cri;
    private final ImageGarbage rules;
    private final InstantSource clock;
    /** By image id. */
    private final Map<String, Instant> seen = new HashMap<>();

    private final Map<String, Instant> used = new HashMap<>();

    public ImageCollector(CriClient cri, ImageGarbage rules, InstantSource clock) {
        this.cri = cri;
        this.rules = rules;
        this.clock = clock;
    }

    /** Removes what has to go by age, and because so much of a file system is in use. */
    public synchronized Collected collect(Availability filesystem) {
        return look(images -> rules.plan(filesystem.capacity(), filesystem.available(), images, clock.instant()));
    }

    /** Removes all that can go. */
    public synchronized Collected collectAll() {
        return look(images -> rules.all(images, clock.instant()));
    }

    private interface Planner {
        Plan of(List<Candidate> images);
    }

    private Collected look(Planner planner) {
        return switch (cri.images()
                .list()
                .then(images -> cri.containers("", Map.of())
                        .then(containers -> cri.sandboxImage().map(own -> candidates(images, containers, own))))) {
            case CriReply.Failed<List<Candidate>>(var _, var why) ->
                new Collected(0, List.of("images cannot be listed: " + why));
            case CriReply.Ok<List<Candidate>>(var images) -> removed(planner.of(images));
        };
    }

    /** Without the image of sandboxes no pod begins, and a node without a way to its registry never has it again. */
    private List<Candidate> candidates(List<Image> images, List<Container> containers, String ofSandboxes) {
        var now = clock.instant();
        var named = new HashSet<String>();
        for (var container : containers) {
            named.add(container.image());
            named.add(container.imageRef());
            named.addAll(CriLabels.mountedImages(container));
        }
        var candidates = new ArrayList<Candidate>();
        var known = new HashSet<String>();
        for (var image : images) {
            var isInUse = isNamed(image, named);
            known.add(image.id());
            var since = seen.computeIfAbsent(image.id(), _ -> now);
            if (isInUse) used.put(image.id(), now);
            candidates.add(new Candidate(
                    image.id(),
                    image.bytes(),
                    since,
                    used.getOrDefault(image.id(), since),
                    isInUse,
                    image.pinned() || isNamed(image, Set.of(ofSandboxes))));
        }
        seen.keySet().retainAll(known);
        used.keySet().retainAll(known);
        return candidates;
    }

    private static boolean isNamed(Image image, Set<String> names) {
        return names.contains(image.id())
                || image.tags().stream().anyMatch(names::contains)
                || image.digests().stream().anyMatch(names::contains);
    }

    private Collected removed(Plan plan) {
        var freed = 0L;
        var problems = new ArrayList<String>();
        for (var image : plan.removals()) {
            switch (cri.images().remove(image.id())) {
                case CriReply.Ok<?> _ -> freed += image.bytes();
                case CriReply.Failed<?>(var _, var why) -> problems.add("image " + image.id() + ": " + why);
            }
        }
        if (plan.isShort() && plan.wanted() != Long.MAX_VALUE)
            problems.add("Failed to garbage collect required amount of images. Attempted to free " + plan.wanted()
                    + " bytes, but only found " + freed + " bytes eligible to free.");
        return new Collected(freed, problems);
    }
}
