package dev.plimsoll.apiserver.customresources;

import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.KindCache;
import dev.plimsoll.apiserver.storage.StoredChange;
import dev.plimsoll.kinds.Extension;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.definition.CustomKinds;
import dev.plimsoll.kinds.definition.Definition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * All definitions as they are now. It puts their kinds in place before anybody can read of the change: who sees that a definition
 * is established finds its kind served.
 */
final class DefinitionIndex implements KindCache.Observer {
    private final Kinds kinds;
    private final CustomKinds custom;
    private final Consumer<Kind> retire;
    /** Touched by the thread of the cache only. */
    private final Map<String, Definition> known = new TreeMap<>();

    private List<Kind> served = List.of();
    private volatile List<Definition> all = List.of();

    DefinitionIndex(Kinds kinds, CustomKinds custom, Consumer<Kind> retire) {
        this.kinds = kinds;
        this.custom = custom;
        this.retire = retire;
    }

    List<Definition> all() {
        return all;
    }

    @Override
    public void loaded(Collection<IndexedObject> objects) {
        known.clear();
        for (var object : objects) {
            known.put(object.object().key(), Definition.read(object.object().tree()));
        }
        serve();
    }

    @Override
    public void changed(StoredChange change) {
        if (change.now() == null) known.remove(change.key());
        else known.put(change.key(), Definition.read(change.now().object().tree()));
        serve();
    }

    private void serve() {
        all = List.copyOf(known.values());
        var next = new ArrayList<Kind>();
        for (var definition : all) {
            if (definition.isEstablished() && !isBuiltIn(definition)) next.addAll(custom.served(definition));
        }
        if (next.isEmpty() && served.isEmpty()) return;
        next.replaceAll(this::sameAsBefore);
        kinds.extend(next);
        var still = new HashSet<Extension>();
        for (var kind : next) if (kind.extension() != null) still.add(kind.extension());
        for (var kind : served) if (!still.contains(kind.extension())) retire.accept(kind);
        served = List.copyOf(next);
    }

    /** A kind that did not change keeps what was read of its schema. */
    private Kind sameAsBefore(Kind kind) {
        for (var before : served) if (before.equals(kind)) return before;
        return kind;
    }

    List<Kind> builtIn() {
        return kinds.own();
    }

    boolean isBuiltIn(Definition definition) {
        return kinds.own().stream()
                .anyMatch(each -> each.group().equals(definition.group())
                        && each.plural().equals(definition.wanted().plural()));
    }
}
