package dev.plimsoll.codec.protobuf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** All types of messages, read from the tables when the first one is asked for, each when it is first used. */
public final class MessageTypes {
    static final String META = "k8s.io.apimachinery.pkg.apis.meta.v1.";

    private static final String API = "k8s.io.api.";
    private static final Set<String> OF_EVERY_GROUP = Set.of(
            "DeleteOptions",
            "CreateOptions",
            "UpdateOptions",
            "PatchOptions",
            "GetOptions",
            "ListOptions",
            "WatchEvent");
    /** What servers say of themselves and of requests; some of it has no version. */
    private static final Set<String> OF_NO_GROUP =
            Set.of("Status", "List", "APIVersions", "APIGroupList", "APIGroup", "APIResourceList");

    private static final Map<String, String> PACKAGES = Map.of(
            "", API + "core",
            "apiextensions.k8s.io", "k8s.io.apiextensions_apiserver.pkg.apis.apiextensions",
            "apiregistration.k8s.io", "k8s.io.kube_aggregator.pkg.apis.apiregistration",
            "meta.k8s.io", "k8s.io.apimachinery.pkg.apis.meta");

    /** Groups by the package of their messages. */
    private static final Map<String, String> GROUPS = Set.of(
                    "",
                    "admissionregistration.k8s.io",
                    "apiextensions.k8s.io",
                    "apiregistration.k8s.io",
                    "apps",
                    "authentication.k8s.io",
                    "authorization.k8s.io",
                    "autoscaling",
                    "batch",
                    "certificates.k8s.io",
                    "coordination.k8s.io",
                    "discovery.k8s.io",
                    "events.k8s.io",
                    "flowcontrol.apiserver.k8s.io",
                    "networking.k8s.io",
                    "node.k8s.io",
                    "policy",
                    "rbac.authorization.k8s.io",
                    "resource.k8s.io",
                    "scheduling.k8s.io",
                    "storage.k8s.io",
                    "storagemigration.k8s.io")
            .stream()
            .collect(Collectors.toUnmodifiableMap(MessageTypes::packageOf, group -> group));

    private static final Map<String, MessageType> TYPES = new ConcurrentHashMap<>();

    /** Before the name of a message whose lines are further fields of one that is there. */
    private static final String ADDITION = "+";

    private MessageTypes() {}

    private static String joined(String known, String more) {
        return known.isEmpty() || known.endsWith("\n") ? known + more : known + "\n" + more;
    }

    /** The lines of a table, by the name of the message that they describe. */
    private static final class Tables {
        private static final Map<String, String> SECTIONS = read("messages.txt", "supplement.txt");

        private static Map<String, String> read(String... files) {
            var sections = new HashMap<String, String>();
            for (var file : files) {
                for (var section : text(file).substring(1).split("\n=", -1)) {
                    var end = section.indexOf('\n');
                    var name = end < 0 ? section : section.substring(0, end);
                    var lines = end < 0 ? "" : section.substring(end + 1);
                    if (name.startsWith(ADDITION)) sections.merge(name.substring(1), lines, MessageTypes::joined);
                    else sections.put(name, lines);
                }
            }
            return Map.copyOf(sections);
        }

        private static String text(String file) {
            try (var stream = MessageTypes.class.getResourceAsStream(file)) {
                if (stream == null)
                    throw new IllegalStateException(file + " is missing from the archive of this class");
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The message of a kind, or empty if the kind has none: those of definitions do not. */
    public static Optional<MessageType> ofKind(String apiVersion, String kind) {
        var slash = apiVersion.indexOf('/');
        var group = slash < 0 ? "" : apiVersion.substring(0, slash);
        var version = apiVersion.substring(slash + 1);
        if (OF_EVERY_GROUP.contains(kind) || (group.isEmpty() && OF_NO_GROUP.contains(kind))) return find(META + kind);
        return find(packageOf(group) + "." + version + "." + kind);
    }

    /** The kind whose message it is, if it is a message of the API's; the opposite of {@link #ofKind}. */
    public static Optional<KindName> kindOf(String message) {
        var name = message.lastIndexOf('.');
        var version = message.lastIndexOf('.', name - 1);
        var group = GROUPS.get(message.substring(0, Math.max(version, 0)));
        if (group == null) return Optional.empty();
        var apiVersion = message.substring(version + 1, name);
        return Optional.of(
                new KindName(group.isEmpty() ? apiVersion : group + "/" + apiVersion, message.substring(name + 1)));
    }

    /** A kind by version and name. */
    public record KindName(String apiVersion, String name) {}

    /** Groups with a domain of Kubernetes are named by their first word; those without are words already. */
    private static String packageOf(String group) {
        var named = PACKAGES.get(group);
        if (named != null) return named;
        var dot = group.indexOf('.');
        if (dot < 0) return API + group;
        // A group of somebody else must not be taken for one of Kubernetes.
        return group.endsWith(".k8s.io") ? API + group.substring(0, dot) : group;
    }

    public static MessageType named(String name) {
        return find(name).orElseThrow(() -> new IllegalStateException("no table has the message " + name));
    }

    /** The names of all messages. */
    public static Set<String> names() {
        return Tables.SECTIONS.keySet();
    }

    public static Optional<MessageType> find(String name) {
        var known = TYPES.get(name);
        if (known != null) return Optional.of(known);
        var section = Tables.SECTIONS.get(name);
        if (section == null) return Optional.empty();
        return Optional.of(TYPES.computeIfAbsent(name, _ -> parsed(name, section)));
    }

    private static MessageType parsed(String name, String section) {
        var fields = new ArrayList<MessageField>();
        section.lines().forEach(line -> {
            var words = line.split(" ", 4);
            var cardinality = switch (words[2]) {
                case "*" -> MessageField.Cardinality.LIST;
                case "%" -> MessageField.Cardinality.MAP;
                default -> MessageField.Cardinality.ONE;
            };
            fields.add(MessageField.of(name, Integer.parseInt(words[0]), words[1], cardinality, words[3]));
        });
        var numbered = new ArrayList<>(fields);
        numbered.sort(Comparator.comparingInt(MessageField::number));
        return new MessageType(name, DocumentForm.of(name), numbered, fields);
    }
}
