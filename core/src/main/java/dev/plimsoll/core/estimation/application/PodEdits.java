package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.Edit.Side;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All changes to one pod, with what is noted about them; in the order in which they are written: the pod, then its containers,
 * requests before limits, CPU before memory.
 */
public record PodEdits(List<Edit> edits, List<Note> notes) {
    private static final Comparator<Edit> ORDER =
            Comparator.comparing(Edit::place).thenComparing(Edit::side).thenComparing(Edit::compute);

    public static final PodEdits NONE = new PodEdits(List.of(), List.of());

    public PodEdits {
        edits = edits.stream().sorted(ORDER).toList();
        notes = List.copyOf(notes);
    }

    /** Something that users are told of one place, such as {@code cpu capped to maxAllowed}. */
    public record Note(ValueLocation place, String text) {}

    public boolean isEmpty() {
        return edits.isEmpty();
    }

    /** Those of one resource, with what is noted about it. */
    PodEdits of(Compute compute) {
        var word = compute.resource() + " ";
        return new PodEdits(
                edits.stream().filter(edit -> edit.compute() == compute).toList(),
                notes.stream().filter(note -> note.text().startsWith(word)).toList());
    }

    public boolean removesAny() {
        return edits.stream().anyMatch(Edit.Remove.class::isInstance);
    }

    public PodEdits and(PodEdits others) {
        var allEdits = new ArrayList<>(edits);
        allEdits.addAll(others.edits);
        var allNotes = new ArrayList<>(notes);
        allNotes.addAll(others.notes);
        return new PodEdits(allEdits, allNotes);
    }

    /** The spec with all changes made. */
    public PodSpec applyTo(PodSpec spec) {
        var pod = spec.resources();
        var containers = new ArrayList<>(spec.containers());
        for (var edit : edits) {
            if (edit.place().isPod()) pod = applied(pod, edit);
            else {
                var index = edit.place().container();
                var container = containers.get(index);
                containers.set(index, container.withResources(applied(container.resources(), edit)));
            }
        }
        return spec.withContainers(containers).withResources(pod);
    }

    private static ResourceRequirements applied(ResourceRequirements resources, Edit edit) {
        return switch (edit.side()) {
            case REQUEST -> resources.withRequests(applied(resources.requests(), edit));
            case LIMIT -> resources.withLimits(applied(resources.limits(), edit));
        };
    }

    private static ResourceAmounts applied(ResourceAmounts amounts, Edit edit) {
        return switch (edit) {
            case Edit.Write(var _, var _, var compute, var quantity) -> amounts.with(compute.resource(), quantity);
            case Edit.Remove(var _, var _, var compute) -> amounts.retaining(name -> !name.equals(compute.resource()));
        };
    }

    /** The changes as a JSON patch of a pod with this spec; objects that are missing are added first. */
    public List<PatchOperation> patch(PodSpec spec) {
        var operations = new ArrayList<PatchOperation>();
        var made = new TreeSet<String>();
        for (var edit : edits) {
            var path = edit.place().path();
            var resources = resources(spec, edit.place());
            var list = path + "/" + edit.side().field();
            var name = "/" + edit.compute().resource();
            switch (edit) {
                case Edit.Write(var _, var side, var _, var quantity) -> {
                    if (!resources.isDeclared() && made.add(path)) operations.add(new PatchOperation.AddObject(path));
                    if (!side(resources, side).isDeclared() && made.add(list)) {
                        operations.add(new PatchOperation.AddObject(list));
                    }
                    operations.add(new PatchOperation.AddText(list + name, quantity.toString()));
                }
                case Edit.Remove _ -> operations.add(new PatchOperation.Remove(list + name));
            }
        }
        return List.copyOf(operations);
    }

    private static ResourceRequirements resources(PodSpec spec, ValueLocation place) {
        return place.isPod()
                ? spec.resources()
                : spec.containers().get(place.container()).resources();
    }

    private static ResourceAmounts side(ResourceRequirements resources, Side side) {
        return side == Side.REQUEST ? resources.requests() : resources.limits();
    }

    /** What a change gives a place, if it changes that. */
    public Optional<Quantity> written(ValueLocation place, Side side, ResourceName resource) {
        for (var edit : edits) {
            if (edit instanceof Edit.Write(var where, var which, var compute, var quantity)
                    && where.equals(place)
                    && which == side
                    && compute.resource().equals(resource)) {
                return Optional.of(quantity);
            }
        }
        return Optional.empty();
    }

    /** What changes of a pod with this spec, such as {@code pod memory request 800Mi to 619Mi}. */
    public String changes(PodSpec spec) {
        var words = new ArrayList<String>();
        for (var edit : edits) {
            var before = side(resources(spec, edit.place()), edit.side())
                    .at(edit.compute().resource());
            var now = edit instanceof Edit.Write write ? write.quantity() : null;
            if (Objects.equals(before, now)) continue;
            words.add(named(spec, edit.place()) + edit.compute().resource() + " "
                    + edit.side().text() + " " + text(before) + " to " + text(now));
        }
        return String.join(", ", words);
    }

    private static String named(PodSpec spec, ValueLocation place) {
        return place.isPod() ? "pod " : spec.containers().get(place.container()).name() + " ";
    }

    private static String text(@Nullable Quantity quantity) {
        return quantity == null ? "none" : quantity.toString();
    }

    /** The text of the annotation {@code vpaUpdates}. */
    public String updates(String vpaName) {
        var places = new TreeSet<ValueLocation>();
        for (var edit : edits) places.add(edit.place());
        for (var note : notes) places.add(note.place());
        var parts = new ArrayList<String>();
        for (var place : places) {
            var words = new ArrayList<String>();
            for (var note : notes) {
                if (note.place().equals(place)) words.add(note.text());
            }
            for (var edit : edits) {
                if (edit.place().equals(place) && edit instanceof Edit.Write) {
                    words.add(edit.compute().resource() + " " + edit.side().text());
                }
            }
            if (!words.isEmpty()) parts.add(place.text() + ": " + String.join(", ", words));
        }
        return "Pod resources updated by " + vpaName + ": " + String.join("; ", parts);
    }
}
