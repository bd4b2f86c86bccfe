package dev.plimsoll.codec.schema;

import dev.plimsoll.codec.protobuf.DocumentForm;
import dev.plimsoll.codec.protobuf.MessageField;
import dev.plimsoll.codec.protobuf.MessageType;
import dev.plimsoll.codec.protobuf.MessageTypes;
import dev.plimsoll.codec.schema.Shape.ListRule;
import dev.plimsoll.codec.schema.Shape.Struct;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The structs of the API, each made when it is first needed: of a message and what the tables add to it. */
final class Structs {
    private static final List<String> PACKAGES = List.of("k8s.io.api.", "k8s.io.apimachinery.pkg.apis.");

    private final TypeTable table;
    private final Map<String, Struct> structs = new ConcurrentHashMap<>();

    Structs(TypeTable table) {
        this.table = table;
    }

    /** The struct of a message. */
    Struct of(MessageType message) {
        var known = structs.get(message.name());
        if (known != null) return known;
        var about = table.about(message.name());
        var fields = new HashMap<String, SchemaField>();
        if (isKind(message)) addType(fields);
        addAll(fields, message, about);
        var made = Struct.of(definitionName(message.name()), about.atomic(), fields);
        structs.put(message.name(), made);
        return made;
    }

    /** The struct of a type that the tables describe as a whole, or of a message by its group, version and name. */
    Struct named(String name) {
        var known = structs.get(name);
        if (known != null) return known;
        var block = table.block(name).filter(each -> !hasMessage(each.name())).orElse(null);
        var made = block == null ? of(MessageTypes.named(messageName(name))) : described(block);
        structs.put(name, made);
        return made;
    }

    /** Whether objects of the type stand alone: they have metadata and are not a template of such an object. */
    static boolean isKind(MessageType message) {
        if (message.name().endsWith("TemplateSpec") || message.name().endsWith(".PersistentVolumeClaimTemplate")) {
            return false;
        }
        return message.fields().stream()
                .anyMatch(
                        field -> field.name().equals("metadata") && field.type().endsWith(".meta.v1.ObjectMeta"));
    }

    private static void addType(Map<String, SchemaField> fields) {
        for (var name : List.of("apiVersion", "kind")) {
            fields.put(name, new SchemaField(name, Shape.Scalar.STRING, PatchRule.PLAIN, false));
        }
    }

    private void addAll(Map<String, SchemaField> fields, MessageType message, TypeTable.Block about) {
        for (var field : message.fields()) {
            if (field.isInlined()) {
                addAll(fields, MessageTypes.named(field.type()), table.about(field.type()));
            } else {
                fields.put(field.name(), field(field, about, isKind(message)));
            }
        }
    }

    private SchemaField field(MessageField field, TypeTable.Block about, boolean ofKind) {
        var rules = FieldRules.of(about.marks(field.name()));
        var inBlank = rules.inBlank();
        if (inBlank == null) inBlank = ofKind && isPartOfEveryKind(field);
        return new SchemaField(field.name(), shape(field, rules), rules.patch(), inBlank, rules.zero());
    }

    private static boolean isPartOfEveryKind(MessageField field) {
        return field.name().equals("metadata")
                || field.name().equals("spec")
                || field.name().equals("status");
    }

    private Shape shape(MessageField field, FieldRules rules) {
        if (rules.opaque()) return Shape.Scalar.ANYTHING;
        return switch (field.cardinality()) {
            case ONE -> rules.granular() && value(field) instanceof Struct struct ? struct.granular() : value(field);
            case LIST -> new Shape.ListOf(value(field), rules.list());
            case MAP -> new Shape.MapOf(value(field), rules.atomic());
        };
    }

    private Shape value(MessageField field) {
        if (!field.isMessage()) {
            return switch (field.type()) {
                case "string" -> Shape.Scalar.STRING;
                case "bool" -> Shape.Scalar.BOOLEAN;
                case "int32" -> Shape.Scalar.INT32;
                case "int64" -> Shape.Scalar.INT64;
                case "double" -> Shape.Scalar.DOUBLE;
                case "bytes" -> Shape.Scalar.BYTES;
                default -> throw new IllegalStateException(field.name() + " is of type " + field.type());
            };
        }
        return switch (DocumentForm.of(field.type())) {
            case OBJECT -> of(MessageTypes.named(field.type()));
            case TIME -> Shape.Scalar.TIME;
            case MICRO_TIME -> Shape.Scalar.MICRO_TIME;
            case QUANTITY -> Shape.Scalar.QUANTITY;
            case INT_OR_STRING -> Shape.Scalar.INT_OR_STRING;
            case STRINGS -> new Shape.ListOf(Shape.Scalar.STRING, ListRule.ATOMIC);
            case RAW_EXTENSION, JSON, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRINGS -> Shape.Scalar.ANYTHING;
        };
    }

    /** As OpenAPI documents of Kubernetes name the type of a message. */
    static String definitionName(String message) {
        return "io.k8s." + message.substring("k8s.io.".length()).replace('_', '-');
    }

    /** The opposite of {@link #definitionName}. */
    static String messageOf(String definition) {
        return definition.startsWith("io.k8s.")
                ? "k8s.io." + definition.substring("io.k8s.".length()).replace('-', '_')
                : definition;
    }

    private static boolean hasMessage(String name) {
        return PACKAGES.stream().anyMatch(each -> MessageTypes.names().contains(each + name));
    }

    private static String messageName(String name) {
        for (var each : PACKAGES) {
            if (MessageTypes.names().contains(each + name)) return each + name;
        }
        throw new IllegalArgumentException("no type named " + name);
    }

    private Struct described(TypeTable.Block block) {
        var fields = new HashMap<String, SchemaField>();
        if (block.custom()) addType(fields);
        for (var line : block.lines()) describe(fields, line);
        var name = block.name().substring(block.name().lastIndexOf(' ') + 1);
        return Struct.of("io.plimsoll.types." + name, block.atomic(), fields);
    }

    private void describe(Map<String, SchemaField> fields, List<String> words) {
        var first = words.getFirst();
        if (first.endsWith(":")) {
            var shape = typed(first.substring(0, first.length() - 1), FieldRules.of(List.of()));
            for (var name : words.subList(1, words.size())) {
                fields.put(name, new SchemaField(name, shape, PatchRule.PLAIN, false));
            }
            return;
        }
        var inBlank = words.get(1).startsWith("!");
        var rules = FieldRules.of(words.subList(2, words.size()));
        var shape = typed(inBlank ? words.get(1).substring(1) : words.get(1), rules);
        fields.put(first, new SchemaField(first, shape, rules.patch(), inBlank));
    }

    private Shape typed(String word, FieldRules rules) {
        if (word.startsWith("[]"))
            return new Shape.ListOf(typed(word.substring(2), FieldRules.of(List.of())), rules.list());
        if (word.startsWith("{}"))
            return new Shape.MapOf(typed(word.substring(2), FieldRules.of(List.of())), rules.atomic());
        for (var scalar : Shape.Scalar.values()) {
            if (scalar.word().equals(word)) return scalar;
        }
        return named(word);
    }
}
