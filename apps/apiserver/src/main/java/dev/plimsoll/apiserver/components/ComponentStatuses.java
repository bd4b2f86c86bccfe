package dev.plimsoll.apiserver.components;

import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.verbs.Call;
import dev.plimsoll.apiserver.verbs.GetHandler;
import dev.plimsoll.apiserver.verbs.ListSelection;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.ArrayList;

/** GET of one component's status and of all. There are few, they have no versions, and limits and pages do not matter. */
public final class ComponentStatuses {
    private final ComponentChecks checks;

    public ComponentStatuses(ComponentChecks checks) {
        this.checks = checks;
    }

    public GetHandler.Page list(Call call) {
        var selection = ListSelection.of(call);
        var matching = new ArrayList<IndexedObject>();
        checks.all().forEach((component, health) -> {
            var shown = shown(call, component, health);
            if (selection.matches(shown)) matching.add(shown);
        });
        return new GetHandler.Page(matching, GetHandler.Page.UNVERSIONED, "", -1);
    }

    /** The bytes of one. */
    public byte[] get(Call call) {
        var health = checks.find(call.name())
                .orElseThrow(() -> new RefusedException(Refusal.NotFound.of(call.kind(), call.name())));
        return shown(call, call.name(), health).object().bytes();
    }

    private static IndexedObject shown(Call call, String component, ComponentHealth health) {
        return IndexedObject.unstored(
                call.kind(), health.document(component), tree -> ListSelection.fieldsOf(call.kind(), tree));
    }
}
