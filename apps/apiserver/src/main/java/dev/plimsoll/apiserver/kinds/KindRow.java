package dev.plimsoll.apiserver.kinds;

import dev.plimsoll.apiserver.kinds.Kind.Naming;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A row of the table while it is written down. */
final class KindRow {
    private final String group;
    private final String version;
    private final String name;
    private final String plural;
    private final List<Subresource> subresources = new ArrayList<>();
    private Set<Verb> verbs;
    private boolean namespaced = true;
    private boolean generation;
    private List<String> shortNames = List.of();
    private List<String> categories = List.of();
    private Naming naming = Naming.SUBDOMAIN;
    private @Nullable Face face;

    KindRow(String group, String version, String name, String plural, Set<Verb> verbs) {
        this.group = group;
        this.version = version;
        this.name = name;
        this.plural = plural;
        this.verbs = verbs;
    }

    KindRow cluster() {
        namespaced = false;
        return this;
    }

    KindRow called(String... names) {
        shortNames = List.of(names);
        return this;
    }

    KindRow in(List<String> names) {
        categories = names;
        return this;
    }

    KindRow counted() {
        generation = true;
        return this;
    }

    KindRow named(Naming rule) {
        naming = rule;
        return this;
    }

    KindRow shown(Face as) {
        face = as;
        return this;
    }

    KindRow verbs(Set<Verb> allowed) {
        verbs = allowed;
        return this;
    }

    KindRow subresource(String part) {
        return subresource(part, group, version, name, Set.of(Verb.GET, Verb.UPDATE, Verb.PATCH));
    }

    KindRow subresource(String part, String ofGroup, String ofVersion, String ofKind, Set<Verb> allowed) {
        subresources.add(new Subresource(part, ofGroup, ofVersion, ofKind, allowed));
        return this;
    }

    Kind build() {
        return new Kind(
                group,
                version,
                name,
                plural,
                namespaced,
                shortNames,
                categories,
                verbs,
                subresources,
                generation,
                naming,
                null,
                face);
    }
}
