package dev.plimsoll.kinds;

import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.Columns;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One kind of object and how clients reach it.
 *
 * @param name such as {@code Pod}
 * @param plural the word in paths, such as {@code pods}
 * @param generation whether a change of {@code spec} is counted in {@code metadata.generation}
 * @param naming what a name of this kind must look like
 * @param extension what its definition says; null for kinds of the server's own
 * @param converter how its objects are shown; null if they are shown as they are stored
 * @param traits what else is particular to it
 */
public record Kind(
        String group,
        String version,
        String name,
        String plural,
        boolean namespaced,
        List<String> shortNames,
        List<String> categories,
        Set<Verb> verbs,
        List<Subresource> subresources,
        boolean generation,
        Naming naming,
        @Nullable Extension extension,
        @Nullable VersionConverter converter,
        KindTraits traits) {

    /** What a name must look like. */
    public enum Naming {
        SUBDOMAIN,
        /** A subdomain whose length messages tell in bytes. */
        LONG_NAME,
        LABEL,
        LABEL_1035,
        PATH_SEGMENT,
        /** One segment of a path too, which is told only if nothing else is wrong. */
        PATH_SEGMENT_LAST
    }

    public Kind {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        verbs = Set.copyOf(verbs);
        subresources = List.copyOf(subresources);
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** As messages name the resource: {@code pods}, {@code deployments.apps}. */
    public String qualifiedPlural() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    /** As messages name the kind: {@code Pod}, {@code Deployment.apps}. */
    public String qualifiedName() {
        return group.isEmpty() ? name : name + "." + group;
    }

    public String singular() {
        return extension == null
                ? name.toLowerCase(java.util.Locale.ROOT)
                : extension.names().singular();
    }

    public String listName() {
        return extension == null ? name + "List" : extension.names().listKind();
    }

    /** What a Table of its objects shows. */
    public Columns columns() {
        return extension == null ? traits.columns().get() : extension.columns();
    }

    /** What field selectors can name. */
    public SelectableFields selectableFields() {
        return extension == null ? traits.selectableFields() : extension.fields();
    }

    /** What clients are told of a kind or version that is on its way out; empty for others. */
    public String deprecation() {
        return extension == null ? traits.deprecation() : extension.deprecation();
    }

    public Optional<Subresource> subresource(String wanted) {
        for (var each : subresources) if (each.name().equals(wanted)) return Optional.of(each);
        return Optional.empty();
    }

    public boolean hasStatus() {
        return subresource("status").isPresent();
    }

    /** Whether objects of this kind are kept; reviews are answered and forgotten. */
    public boolean isStored() {
        return verbs.contains(Verb.GET);
    }

    /** Whether another kind is the same in another version, or the same at another time. */
    public boolean isVersionOf(Kind other) {
        return group.equals(other.group) && plural.equals(other.plural);
    }

    public boolean is(String wantedGroup, String wantedName) {
        return group.equals(wantedGroup) && name.equals(wantedName);
    }

    /** By its names alone: kinds are keys of maps in every request, and those of two kinds hardly ever agree. */
    @Override
    public int hashCode() {
        return (group.hashCode() * 31 + version.hashCode()) * 31 + name.hashCode();
    }

    /** As a client would name it. */
    @Override
    public String toString() {
        return apiVersion() + " " + name;
    }
}
