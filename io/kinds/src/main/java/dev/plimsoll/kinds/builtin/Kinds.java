package dev.plimsoll.kinds.builtin;

import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.VersionOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All kinds of the server. Its own are listed by group: to add one is to describe it there. Kinds of definitions come and go; they are put in
 * place all at once, and whoever looks something up sees all of them as they were at one time.
 */
public final class Kinds {
    /** Core first; the others in the order in which clients are told of them. */
    private static final List<List<KindDescriptor>> GROUPS = List.of(
            CoreKinds.ALL,
            ExtensionKinds.API_REGISTRATION,
            WorkloadKinds.APPS,
            EventKinds.EVENTS,
            AccessKinds.AUTHENTICATION,
            AccessKinds.AUTHORIZATION,
            AutoscalingKinds.AUTOSCALING,
            WorkloadKinds.BATCH,
            CertificateKinds.ALL,
            NetworkKinds.NETWORKING,
            AutoscalingKinds.POLICY,
            AccessKinds.RBAC,
            StorageKinds.STORAGE,
            ExtensionKinds.ADMISSION_REGISTRATION,
            ExtensionKinds.API_EXTENSIONS,
            NodeKinds.SCHEDULING,
            EventKinds.COORDINATION,
            NodeKinds.NODE,
            NetworkKinds.DISCOVERY,
            DeviceKinds.ALL,
            FlowControlKinds.ALL,
            StorageKinds.MIGRATION,
            AutoscalingKinds.VERTICAL,
            NodeKinds.METRICS);

    private static final Map<Kind, KindDescriptor> DESCRIPTORS = GROUPS.stream()
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableMap(KindDescriptor::kind, Function.identity()));

    private final List<Kind> own;
    private volatile Served served;
    private volatile Runnable listener = () -> {};

    private Kinds(List<Kind> own) {
        this.own = List.copyOf(own);
        this.served = Served.of(own);
    }

    /** All kinds at one time. */
    private record Served(List<Kind> all, Map<String, Kind> byPath, SequencedMap<String, List<Kind>> byVersion) {
        static Served of(List<Kind> kinds) {
            var byPath = new LinkedHashMap<String, Kind>();
            var byVersion = new LinkedHashMap<String, List<Kind>>();
            for (var kind : kinds) {
                byPath.put(kind.apiVersion() + "/" + kind.plural(), kind);
                byVersion
                        .computeIfAbsent(kind.apiVersion(), _ -> new ArrayList<>())
                        .add(kind);
            }
            return new Served(List.copyOf(kinds), byPath, byVersion);
        }
    }

    public static Kinds bundled() {
        return new Kinds(descriptors().stream().map(KindDescriptor::kind).toList());
    }

    /** Of the server's own kinds, in the order in which clients are told of them. */
    public static List<KindDescriptor> descriptors() {
        return GROUPS.stream().flatMap(List::stream).toList();
    }

    /** The descriptor of one of the server's own kinds. */
    static KindDescriptor descriptor(Kind kind) {
        var descriptor = DESCRIPTORS.get(kind);
        if (descriptor == null) throw new IllegalArgumentException("not a kind of the server's own: " + kind);
        return descriptor;
    }

    /** The server's own. */
    public List<Kind> own() {
        return own;
    }

    /** Serves these beside its own, in place of those of before. */
    public void extend(List<Kind> custom) {
        var all = new ArrayList<>(own);
        custom.stream()
                .sorted(Comparator.comparing(Kind::group)
                        .thenComparing(Kind::version, VersionOrder.PREFERRED_FIRST)
                        .thenComparing(Kind::plural))
                .forEach(all::add);
        served = Served.of(all);
        listener.run();
    }

    /** Is told when kinds come or go; must not wait. */
    public void onChange(Runnable changed) {
        listener = changed;
    }

    public List<Kind> all() {
        return served.all();
    }

    /** The kind behind {@code plural} of a group and version such as {@code v1} or {@code apps/v1}. */
    public Optional<Kind> find(String apiVersion, String plural) {
        return Optional.ofNullable(served.byPath().get(apiVersion + "/" + plural));
    }

    /** The kind of that name; for kinds that the server itself needs. */
    public Kind named(String group, String name) {
        return own.stream()
                .filter(kind -> kind.is(group, name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no kind " + name));
    }

    /** Group versions in the order of the table, core first. */
    public List<String> apiVersions() {
        return List.copyOf(served.byVersion().sequencedKeySet());
    }

    /** A text that changes with the version in which objects of a kind are stored; empty for those that are not, and for definitions. */
    public Optional<String> storageVersionHash(Kind kind) {
        if (!kind.verbs().contains(Verb.WATCH) || kind.extension() != null) return Optional.empty();
        return own.stream()
                .filter(each -> each.isVersionOf(kind) && each.converter() == null)
                .findFirst()
                .or(() -> own.stream().filter(each -> each.is("", kind.name())).findFirst())
                .map(StorageVersionHash::of);
    }

    public List<Kind> of(String apiVersion) {
        return served.byVersion().getOrDefault(apiVersion, List.of());
    }
}
