package dev.plimsoll.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.Columns;
import dev.plimsoll.kinds.Kind.Naming;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One of the server's own kinds, as it is written down in the list of its group: what is not said is as with most kinds. Objects
 * are in a namespace, have every verb, no short name, no subresource, no generation, and Tables with name and age.
 */
public final class KindDescriptor {
    private static final Set<Verb> READ_AND_CHANGE = Set.of(Verb.GET, Verb.UPDATE, Verb.PATCH);

    private final String group;
    private final String version;
    private final String name;
    private final String plural;
    private final List<Subresource> subresources = new ArrayList<>();
    private Set<Verb> verbs = EnumSet.allOf(Verb.class);
    private boolean namespaced = true;
    private boolean tracksGeneration;
    private List<String> shortNames = List.of();
    private List<String> categories = List.of();
    private Naming naming = Naming.SUBDOMAIN;
    private @Nullable VersionConverter converter;
    private Supplier<Columns> columns = KindTraits.NONE.columns();
    private SelectableFields selectableFields = KindTraits.NONE.selectableFields();
    private Consumer<ObjectNode> defaults = KindTraits.NONE.defaults();
    private Consumer<ObjectNode> prepareNew = KindTraits.NONE.prepareNew();
    private Consumer<KindTraits.Change> prepareChange = KindTraits.NONE.prepareChange();
    private Set<String> countedMetadata = Set.of();
    private String storageVersion = "";
    private String orphanWarning = "";
    private String deprecation = "";
    private boolean returnsDeleted;
    private boolean orphansByDefault;

    private KindDescriptor(String group, String version, String name, String plural) {
        this.group = group;
        this.version = version;
        this.name = name;
        this.plural = plural;
    }

    /** A kind; {@code apiVersion} is such as {@code v1} or {@code apps/v1}. */
    public static KindDescriptor of(String apiVersion, String name, String plural) {
        var slash = apiVersion.indexOf('/');
        var group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return new KindDescriptor(group, apiVersion.substring(slash + 1), name, plural);
    }

    public KindDescriptor clusterScoped() {
        namespaced = false;
        return this;
    }

    public KindDescriptor shortNames(String... names) {
        shortNames = List.of(names);
        return this;
    }

    public KindDescriptor categories(String... names) {
        categories = List.of(names);
        return this;
    }

    /** Counts changes of everything but metadata and status, and of these members of the metadata. */
    public KindDescriptor tracksGeneration(String... ofMetadata) {
        tracksGeneration = true;
        countedMetadata = Set.of(ofMetadata);
        return this;
    }

    public KindDescriptor named(Naming rule) {
        naming = rule;
        return this;
    }

    /** Stored in the form of another version, and shown in this one's. */
    public KindDescriptor shownThrough(VersionConverter as) {
        converter = as;
        return this;
    }

    public KindDescriptor verbs(Verb... allowed) {
        verbs = Set.of(allowed);
        return this;
    }

    public KindDescriptor withoutVerb(Verb missing) {
        verbs = EnumSet.copyOf(verbs);
        verbs.remove(missing);
        return this;
    }

    public KindDescriptor columns(Supplier<Columns> shown) {
        columns = shown;
        return this;
    }

    public KindDescriptor selectableFields(SelectableFields fields) {
        selectableFields = fields;
        return this;
    }

    public KindDescriptor defaults(Consumer<ObjectNode> filled) {
        defaults = filled;
        return this;
    }

    public KindDescriptor preparedWith(Consumer<ObjectNode> prepared) {
        prepareNew = prepared;
        return this;
    }

    public KindDescriptor changedWith(Consumer<KindTraits.Change> prepared) {
        prepareChange = prepared;
        return this;
    }

    /** Discovery names another version than the kind's own as the one that objects are stored in. */
    public KindDescriptor storageVersion(String stored) {
        storageVersion = stored;
        return this;
    }

    public KindDescriptor deprecated(String message) {
        deprecation = message;
        return this;
    }

    public KindDescriptor returnsDeleted() {
        returnsDeleted = true;
        return this;
    }

    public KindDescriptor orphansByDefault(String warning) {
        orphansByDefault = true;
        orphanWarning = warning;
        return this;
    }

    public KindDescriptor status() {
        return subresource("status");
    }

    public KindDescriptor scale() {
        return subresource("scale", "autoscaling", "v1", "Scale", READ_AND_CHANGE);
    }

    /** A part of the object that is read and changed as the whole object. */
    public KindDescriptor subresource(String part) {
        return subresource(part, group, version, name, READ_AND_CHANGE);
    }

    public KindDescriptor subresource(String part, String ofGroup, String ofVersion, String ofKind, Set<Verb> allowed) {
        subresources.add(new Subresource(part, ofGroup, ofVersion, ofKind, allowed));
        subresources.sort(Comparator.comparing(Subresource::name));
        return this;
    }

    public Kind build() {
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
                tracksGeneration,
                naming,
                null,
                converter,
                new KindTraits(
                        columns,
                        selectableFields,
                        defaults,
                        prepareNew,
                        prepareChange,
                        countedMetadata,
                        storageVersion,
                        deprecation,
                        returnsDeleted,
                        orphansByDefault,
                        orphanWarning));
    }
}
