package dev.plimsoll.apiserver.decoding;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.codec.fields.ConversionMismatch;
import dev.plimsoll.codec.fields.DecodeErrorText;
import dev.plimsoll.codec.fields.FieldFindings;
import dev.plimsoll.codec.fields.MalformedQuantity;
import dev.plimsoll.codec.fields.TypeMismatch;
import dev.plimsoll.codec.json.GoJson;
import dev.plimsoll.codec.json.SortedJson;
import dev.plimsoll.codec.json.Trail;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.documents.Canonical;
import dev.plimsoll.kinds.documents.DocumentMembers;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.EmptyList;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.TypeMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns what a client sent into a document of a kind: typed, in canonical form, with its defaults. */
public final class BodyDecoder {
    private final Strategies strategies;

    public BodyDecoder(Strategies strategies) {
        this.strategies = strategies;
    }

    /** What to do with fields that a kind does not have. */
    public enum FieldValidation {
        IGNORE,
        WARN,
        STRICT
    }

    /**
     * A document and what its sender should be told.
     *
     * @param emptyLists what was sent with nothing in it and has an owner all the same
     * @param given the document before it was brought into canonical form, for messages that show what was sent
     * @param pod what was read of it, if it is a pod; null if that has to be read again
     */
    public record Decoded(
            ObjectNode document,
            List<String> warnings,
            List<EmptyList> emptyLists,
            ObjectNode given,
            @Nullable Pod pod) {
        public Decoded {
            warnings = List.copyOf(warnings);
            emptyLists = List.copyOf(emptyLists);
        }

        public Decoded(ObjectNode document, List<String> warnings) {
            this(document, warnings, List.of(), document, null);
        }

        /** The same document with other things to tell. */
        Decoded telling(List<String> other) {
            return new Decoded(document, other, emptyLists, given, pod);
        }

        /** With more to tell. */
        public Decoded warnedOf(List<String> more) {
            if (more.isEmpty()) return this;
            var all = new ArrayList<>(warnings);
            all.addAll(more);
            return telling(all);
        }
    }

    /** A document that came with a POST or PUT. */
    public Decoded object(BodyReader.Sent sent, Kind kind, FieldValidation validation) {
        checkKind(sent.object(), kind);
        var shape = strategies.envelope(kind);
        TypeMismatch.first(known(sent.object(), kind), shape).ifPresent(reason -> {
            throw new RefusedException(new Refusal.BadRequest(DecodeErrorText.failure(shape, reason)));
        });
        var read = read(sent.object(), sent.duplicates(), kind);
        if (validation == FieldValidation.STRICT && !read.warnings().isEmpty()) {
            throw new RefusedException(new Refusal.BadRequest(new FieldFindings(shape, read.warnings()).refusal()));
        }
        return defaulted(read.telling(validation == FieldValidation.WARN ? read.warnings() : List.of()), kind);
    }

    /** A document that a policy made of another one. */
    public Decoded mutated(ObjectNode mutated, Kind kind) {
        return patched(mutated, () -> SortedJson.of(mutated), List.of(), kind, FieldValidation.IGNORE);
    }

    /**
     * A document that a JSON patch or a merge patch made of a stored one.
     *
     * @param text the same as Kubernetes' patch library writes it, which is what is read then
     * @param findings what is to be said of the patch itself
     */
    public Decoded patched(
            ObjectNode patched,
            Supplier<ObjectNode> text,
            List<String> findings,
            Kind kind,
            FieldValidation validation) {
        Supplier<String> shown = () -> GoJson.text(text.get());
        TypeMismatch.first(known(patched, kind), strategies.envelope(kind)).ifPresent(_ -> {
            var reason = TypeMismatch.firstInText(known(text.get(), kind), strategies.envelope(kind))
                    .orElseThrow();
            throw new RefusedException(unreadable(patched, shown, kind, reason));
        });
        return patched(patched, shown, findings, _ -> true, kind, validation);
    }

    /**
     * A document that a strategic merge patch or an applied configuration made of a stored one.
     *
     * @param shown what a client reads of its patch if the document cannot be of the kind
     * @param touched whether the patch says anything of a member of the document; the others are as they are stored, and were
     *     found to be of the kind when they were
     */
    public Decoded converted(
            ObjectNode tree, Supplier<String> shown, Predicate<String> touched, Kind kind, FieldValidation validation) {
        var shape = strategies.envelope(kind);
        var part = DocumentMembers.of(known(tree, kind), touched);
        ConversionMismatch.makeWhole(part, shape.shape());
        tree.setAll(part);
        ConversionMismatch.first(part, shape).ifPresent(_ -> {
            var reason = ConversionMismatch.first(SortedJson.of(part), shape).orElseThrow();
            throw new RefusedException(unreadable(tree, shown, kind, reason));
        });
        return patched(tree, shown, List.of(), touched, kind, validation);
    }

    private Decoded patched(
            ObjectNode patched,
            Supplier<String> shown,
            List<String> findings,
            Predicate<String> touched,
            Kind kind,
            FieldValidation validation) {
        var read = readPatched(patched, touched, kind);
        if (read.warnings().size() > 1)
            read = read.telling(
                    readPatched(SortedJson.of(patched), touched, kind).warnings());
        if (!findings.isEmpty()) {
            var all = new ArrayList<>(findings);
            all.addAll(read.warnings());
            read = read.telling(all);
        }
        if (validation == FieldValidation.STRICT && !read.warnings().isEmpty()) {
            throw new RefusedException(new Refusal.Unpatchable(
                    shown.get(), "strict decoding error: " + String.join(", ", read.warnings())));
        }
        return defaulted(read.telling(validation == FieldValidation.WARN ? read.warnings() : List.of()), kind);
    }

    /** Kubernetes repeats the whole object; whoever mistyped a quantity is told which, and where it stands. */
    private Refusal unreadable(ObjectNode patched, Supplier<String> shown, Kind kind, String reason) {
        return MalformedQuantity.first(known(patched, kind), strategies.envelope(kind))
                .filter(quantity -> quantity.reason().equals(reason))
                .<Refusal>map(quantity -> Refusal.Invalid.of(
                        kind,
                        DocumentMetadata.of(patched).name(),
                        List.of(FieldError.invalid(quantity.path().toString(), quantity.value(), reason))))
                .orElseGet(() -> new Refusal.Unpatchable(shown.get(), reason));
    }

    /** The same, of which only some members need to be looked at: the others are as they are stored, which is in canonical form. */
    private Decoded readPatched(ObjectNode given, Predicate<String> touched, Kind kind) {
        if (kind.extension() != null) return read(given, List.of(), kind);
        var read = read(DocumentMembers.of(given, touched), List.of(), kind);
        var document = DocumentMembers.replaced(given, read.document(), touched);
        var emptyLists = read.emptyLists().stream()
                .map(list -> list.moved(read.document(), document))
                .toList();
        return new Decoded(document, read.warnings(), emptyLists, given, null);
    }

    /** In canonical form, with what is to be said of fields that the kind does not have. */
    private Decoded read(ObjectNode given, List<Trail> duplicates, Kind kind) {
        var shape = strategies.envelope(kind);
        var findings = new ArrayList<>(
                FieldFindings.of(known(given, kind), duplicates, shape).messages());
        var canonical = Canonical.form(given, shape);
        var document = canonical.document();
        if (kind.extension() != null) {
            DocumentMembers.copy(given, document, name -> !shape.shape().knows(name));
            for (var path : duplicates) {
                if (!path.toString().startsWith("metadata.")) findings.add("duplicate field \"" + path + "\"");
            }
        }
        for (var path : strategies.of(kind).dropUnknown(document)) findings.add("unknown field \"" + path + "\"");
        return new Decoded(document, findings, canonical.emptyLists(), given, null);
    }

    /** The part of a document that its envelope describes. */
    private ObjectNode known(ObjectNode given, Kind kind) {
        if (kind.extension() == null) return given;
        return DocumentMembers.of(given, strategies.envelope(kind).shape()::knows);
    }

    private Decoded defaulted(Decoded read, Kind kind) {
        var tree = read.document();
        new TypeMeta(kind.apiVersion(), kind.name()).writeTo(tree);
        DocumentMetadata.of(tree);
        var pod = strategies.of(kind).defaulted(tree);
        return new Decoded(tree, read.warnings(), read.emptyLists(), read.given(), pod);
    }

    private static void checkKind(ObjectNode sent, Kind kind) {
        var type = TypeMeta.of(sent);
        var sentKind = type.kind().isEmpty() ? kind.name() : type.kind();
        var sentVersion = type.apiVersion().isEmpty() ? kind.apiVersion() : type.apiVersion();
        if (!sentKind.equals(kind.name())) {
            throw new RefusedException(new Refusal.BadRequest(sentKind + " in version \"" + sentVersion
                    + "\" cannot be handled as a " + kind.name() + ": converting (" + sentVersion + "." + sentKind
                    + ") to (" + internalGroup(kind) + "." + kind.name() + "): unknown conversion"));
        }
        if (!sentVersion.equals(kind.apiVersion())) {
            throw new RefusedException(new Refusal.BadRequest("the API version in the data (" + sentVersion
                    + ") does not match the expected API version (" + kind.apiVersion() + ")"));
        }
    }

    private static String internalGroup(Kind kind) {
        var dot = kind.group().indexOf('.');
        return kind.group().isEmpty()
                ? "core"
                : dot < 0 ? kind.group() : kind.group().substring(0, dot);
    }
}
