package dev.plimsoll.apiserver.admission.matching;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.admission.MatchCriteria;
import dev.plimsoll.kinds.admission.ResourceRule;
import dev.plimsoll.kinds.builtin.Kinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides which writes match. */
public final class RequestMatcher {
    /** Who may write these could not be kept from it by what they configure: a broken one could not be repaired. */
    private static final String NEVER = "admissionregistration.k8s.io";

    private final Registry registry;
    private final Kinds kinds;
    private final Kind namespaces;

    public RequestMatcher(Registry registry, Kinds kinds) {
        this.registry = registry;
        this.kinds = kinds;
        this.namespaces = kinds.named("", "Namespace");
    }

    /** The write as a rule names it: in its own version if that is named, otherwise in another; empty if it does not match. */
    public Optional<MatchedRequest> match(MatchCriteria criteria, AdmissionAttributes review) {
        if (review.kind().group().equals(NEVER)) return Optional.empty();
        var named = named(criteria, review);
        if (named.isEmpty() || isExcluded(criteria, review)) return Optional.empty();
        return selectsObject(criteria.objectSelector(), review)
                        && selectsNamespace(criteria.namespaceSelector(), review)
                ? named.map(kind -> new MatchedRequest(review, kind))
                : Optional.empty();
    }

    private Optional<Kind> named(MatchCriteria criteria, AdmissionAttributes review) {
        if (criteria.everything()) return Optional.of(review.kind());
        for (var kind : versions(criteria, review.kind())) {
            var write = write(review, kind);
            for (var rule : criteria.rules()) if (rule.matches(write)) return Optional.of(kind);
        }
        return Optional.empty();
    }

    private static ResourceRule.Write write(AdmissionAttributes review, Kind kind) {
        return new ResourceRule.Write(review.operation().name(), kind, review.subresource(), review.name());
    }

    private boolean isExcluded(MatchCriteria criteria, AdmissionAttributes review) {
        if (criteria.excluded().isEmpty()) return false;
        for (var kind : versions(criteria, review.kind())) {
            var write = write(review, kind);
            for (var rule : criteria.excluded()) if (rule.matches(write)) return true;
        }
        return false;
    }

    /** The kind itself first, then the others that are the same objects. */
    private List<Kind> versions(MatchCriteria criteria, Kind kind) {
        if (!criteria.equivalent()) return List.of(kind);
        var all = new ArrayList<Kind>();
        all.add(kind);
        for (var other : kinds.all()) {
            if (!other.apiVersion().equals(kind.apiVersion()) && isSame(other, kind)) all.add(other);
        }
        return all;
    }

    private static boolean isSame(Kind one, Kind other) {
        var isEvent = one.extension() == null
                && other.extension() == null
                && one.name().equals("Event")
                && other.name().equals("Event");
        return isEvent || one.isVersionOf(other);
    }

    /** The new or the old labels; a selector that nobody understands must not let a write slip by. */
    private static boolean selectsObject(@Nullable LabelSelector selector, AdmissionAttributes review) {
        if (selector == null || selector.isEverything()) return true;
        var old = review.old();
        return selector.matches(review.object()) || (old != null && selector.matches(old));
    }

    private boolean selectsNamespace(@Nullable LabelSelector selector, AdmissionAttributes review) {
        if (selector == null || selector.isEverything()) return true;
        var ofNamespace = review.kind().equals(namespaces);
        if (!ofNamespace && review.namespace().isEmpty()) return true;
        if (ofNamespace && review.subresource().isEmpty()) return selector.matches(review.object());
        var name = ofNamespace ? review.name() : review.namespace();
        return selector.matches(registry.get(namespaces, "", name).tree());
    }
}
