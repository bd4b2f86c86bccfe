package dev.plimsoll.kinds.expressions;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The types of what admission shows to expressions: the request and the namespace. Objects are of any type. */
public final class AdmissionTypes {
    private static final CelType TEXT = SimpleType.STRING;
    private static final CelType TEXTS = ListType.create(TEXT);
    private static final CelType TEXT_MAP = MapType.create(TEXT, TEXT);

    private static final StructType KIND =
            struct("kubernetes.GroupVersionKind", Map.of("group", TEXT, "version", TEXT, "kind", TEXT));
    private static final StructType RESOURCE =
            struct("kubernetes.GroupVersionResource", Map.of("group", TEXT, "version", TEXT, "resource", TEXT));
    private static final StructType USER = struct(
            "kubernetes.UserInfo",
            Map.of("username", TEXT, "uid", TEXT, "groups", TEXTS, "extra", MapType.create(TEXT, TEXTS)));
    static final StructType REQUEST = struct(
            "kubernetes.AdmissionRequest",
            Map.ofEntries(
                    Map.entry("kind", KIND),
                    Map.entry("resource", RESOURCE),
                    Map.entry("subResource", TEXT),
                    Map.entry("requestKind", KIND),
                    Map.entry("requestResource", RESOURCE),
                    Map.entry("requestSubResource", TEXT),
                    Map.entry("name", TEXT),
                    Map.entry("namespace", TEXT),
                    Map.entry("operation", TEXT),
                    Map.entry("userInfo", USER),
                    Map.entry("dryRun", SimpleType.BOOL),
                    Map.entry("options", SimpleType.DYN)));
    private static final StructType METADATA = struct(
            "kubernetes.NamespaceMetadata",
            Map.ofEntries(
                    Map.entry("name", TEXT),
                    Map.entry("generateName", TEXT),
                    Map.entry("namespace", TEXT),
                    Map.entry("labels", TEXT_MAP),
                    Map.entry("annotations", TEXT_MAP),
                    Map.entry("uid", TEXT),
                    Map.entry("creationTimestamp", SimpleType.DYN),
                    Map.entry("deletionGracePeriodSeconds", SimpleType.INT),
                    Map.entry("deletionTimestamp", SimpleType.DYN),
                    Map.entry("generation", SimpleType.INT),
                    Map.entry("resourceVersion", TEXT),
                    Map.entry("finalizers", TEXTS)));
    static final StructType NAMESPACE = struct(
            "kubernetes.Namespace",
            Map.of(
                    "metadata",
                    METADATA,
                    "spec",
                    struct("kubernetes.NamespaceSpec", Map.of("finalizers", TEXTS)),
                    "status",
                    struct("kubernetes.NamespaceStatus", Map.of("phase", TEXT))));

    private AdmissionTypes() {}

    public static StructType struct(String name, Map<String, CelType> fields) {
        var known = ImmutableMap.copyOf(fields);
        return StructType.create(
                name, ImmutableSet.copyOf(known.keySet()), field -> Optional.ofNullable(known.get(field)));
    }

    /** Those that every environment has, and some more. */
    public static CelTypeProvider with(Iterable<StructType> more) {
        var all = new LinkedHashMap<String, StructType>();
        add(all, REQUEST);
        add(all, NAMESPACE);
        for (var each : more) all.put(each.name(), each);
        return new Known(ImmutableMap.copyOf(all));
    }

    private static void add(Map<String, StructType> all, StructType type) {
        all.put(type.name(), type);
        for (var field : type.fields()) if (field.type() instanceof StructType inner) add(all, inner);
    }

    private record Known(ImmutableMap<String, StructType> structs) implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return ImmutableList.copyOf(structs.values());
        }

        @Override
        public Optional<CelType> findType(String name) {
            return Optional.ofNullable(structs.get(name));
        }
    }
}
