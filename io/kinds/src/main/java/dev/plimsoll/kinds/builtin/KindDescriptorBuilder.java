package dev.plimsoll.kinds.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.Columns;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.KindTraits;
import dev.plimsoll.kinds.Subresource;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.VersionConverter;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.ImmutableFields;
import dev.plimsoll.kinds.rules.field.ObjectRule;
import dev.plimsoll.kinds.rules.pod.PodTemplateRules;
import dev.plimsoll.kinds.strategy.RuledStrategy;
import dev.plimsoll.kinds.strategy.Strategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes down one of the server's own kinds: what is not said is as with most kinds. Objects
 * are in a namespace, have every verb, no short name, no subresource, no generation, and Tables with name and age.
 */
final class KindDescriptorBuilder {
    private static final Set<Verb> READ_AND_CHANGE = Set.of(Verb.GET, Verb.UPDATE, Verb.PATCH);

    private static final List<String> WRITABLE_METADATA =
            List.of("labels", "annotations", "ownerReferences", "finalizers");

    private final String group;
    private final String version;
    private final String name;
    private final String plural;
    private final ObjectKind<? extends ApiObject> object;
    private final List<Subresource> subresources = new ArrayList<>();
    private Set<Verb> verbs = EnumSet.allOf(Verb.class);
    private boolean namespaced;
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
    private List<String> statusMetadata = WRITABLE_METADATA;
    private List<String> statusResets = List.of();
    private String storageVersion = "";
    private String orphanWarning = "";
    private String deprecation = "";
    private boolean returnsDeleted;
    private boolean orphansByDefault;
    private Function<PodTemplateRules, ObjectRule> rules = _ -> ObjectRule.NONE;
    private ImmutableFields immutable = ImmutableFields.NONE;
    private Function<FieldValue, List<String>> warnings = _ -> List.of();
    private boolean metadataLast;
    private Function<StrategySetup, Strategy> strategy = RuledStrategy::new;

    private KindDescriptorBuilder(ObjectKind<? extends ApiObject> object) {
        var resource = object.resource();
        this.object = object;
        this.group = resource.group();
        this.version = resource.version();
        this.name = resource.kind();
        this.plural = resource.plural();
        this.namespaced = resource.namespaced();
    }

    static KindDescriptorBuilder of(ObjectKind<? extends ApiObject> object) {
        return new KindDescriptorBuilder(object);
    }

    /** A kind of which programs read no more than the metadata; {@code apiVersion} is such as {@code v1} or {@code apps/v1}. */
    static KindDescriptorBuilder of(String apiVersion, String name, String plural) {
        var slash = apiVersion.indexOf('/');
        var group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return of(ObjectKind.untyped(ApiResource.namespaced(group, apiVersion.substring(slash + 1), plural, name)));
    }

    KindDescriptorBuilder clusterScoped() {
        namespaced = false;
        return this;
    }

    KindDescriptorBuilder shortNames(String... names) {
        shortNames = List.of(names);
        return this;
    }

    KindDescriptorBuilder categories(String... names) {
        categories = List.of(names);
        return this;
    }

    /** Counts changes of everything but metadata and status, and of these members of the metadata. */
    KindDescriptorBuilder tracksGeneration(String... ofMetadata) {
        tracksGeneration = true;
        countedMetadata = Set.of(ofMetadata);
        return this;
    }

    KindDescriptorBuilder named(Naming rule) {
        naming = rule;
        return this;
    }

    /** Stored in the form of another version, and shown in this one's. */
    KindDescriptorBuilder shownThrough(VersionConverter as) {
        converter = as;
        return this;
    }

    KindDescriptorBuilder verbs(Verb... allowed) {
        verbs = Set.of(allowed);
        return this;
    }

    KindDescriptorBuilder withoutVerb(Verb missing) {
        verbs = EnumSet.copyOf(verbs);
        verbs.remove(missing);
        return this;
    }

    KindDescriptorBuilder columns(Supplier<Columns> shown) {
        columns = shown;
        return this;
    }

    KindDescriptorBuilder selectableFields(SelectableFields fields) {
        selectableFields = fields;
        return this;
    }

    KindDescriptorBuilder defaults(Consumer<ObjectNode> filled) {
        defaults = filled;
        return this;
    }

    KindDescriptorBuilder preparedWith(Consumer<ObjectNode> prepared) {
        prepareNew = prepared;
        return this;
    }

    KindDescriptorBuilder changedWith(Consumer<KindTraits.Change> prepared) {
        prepareChange = prepared;
        return this;
    }

    /** Discovery names another version than the kind's own as the one that objects are stored in. */
    KindDescriptorBuilder storageVersion(String stored) {
        storageVersion = stored;
        return this;
    }

    KindDescriptorBuilder deprecated(String message) {
        deprecation = message;
        return this;
    }

    KindDescriptorBuilder returnsDeleted() {
        returnsDeleted = true;
        return this;
    }

    KindDescriptorBuilder orphansByDefault(String warning) {
        orphansByDefault = true;
        orphanWarning = warning;
        return this;
    }

    /** A change of the status leaves the metadata as they are. */
    KindDescriptorBuilder statusKeepsMetadata() {
        statusMetadata = List.of();
        return this;
    }

    /** A change of the status leaves these members of the metadata as they are. */
    KindDescriptorBuilder statusKeeps(String... members) {
        var kept = Set.of(members);
        statusMetadata =
                WRITABLE_METADATA.stream().filter(each -> !kept.contains(each)).toList();
        return this;
    }

    /** A change of the status does not own these fields, even if it brings them. */
    KindDescriptorBuilder statusResets(String... fields) {
        statusResets = List.of(fields);
        return this;
    }

    KindDescriptorBuilder rules(ObjectRule asked) {
        rules = _ -> asked;
        return this;
    }

    /** Rules that include those of pod templates. */
    KindDescriptorBuilder rulesWithTemplate(Function<PodTemplateRules, ObjectRule> asked) {
        rules = asked;
        return this;
    }

    KindDescriptorBuilder immutable(String... fields) {
        return immutable(ImmutableFields.of(fields));
    }

    KindDescriptorBuilder immutable(ImmutableFields fields) {
        immutable = fields;
        return this;
    }

    /** What clients should know of a {@code spec} though nothing is wrong. */
    KindDescriptorBuilder warnings(Function<FieldValue, List<String>> ofSpec) {
        warnings = ofSpec;
        return this;
    }

    KindDescriptorBuilder checksMetadataLast() {
        metadataLast = true;
        return this;
    }

    KindDescriptorBuilder strategy(Function<StrategySetup, Strategy> special) {
        strategy = special;
        return this;
    }

    KindDescriptorBuilder status() {
        return subresource("status");
    }

    KindDescriptorBuilder scale() {
        return subresource("scale", "autoscaling", "v1", "Scale", READ_AND_CHANGE);
    }

    /** A part of the object that is read and changed as the whole object. */
    KindDescriptorBuilder subresource(String part) {
        return subresource(part, group, version, name, READ_AND_CHANGE);
    }

    KindDescriptorBuilder subresource(String part, String ofGroup, String ofVersion, String ofKind, Set<Verb> allowed) {
        subresources.add(new Subresource(part, ofGroup, ofVersion, ofKind, allowed));
        subresources.sort(Comparator.comparing(Subresource::name));
        return this;
    }

    KindDescriptor build() {
        return new KindDescriptor(kind(), object, rules, immutable, warnings, metadataLast, strategy);
    }

    private Kind kind() {
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
                        statusMetadata,
                        statusResets,
                        storageVersion,
                        deprecation,
                        returnsDeleted,
                        orphansByDefault,
                        orphanWarning));
    }
}
