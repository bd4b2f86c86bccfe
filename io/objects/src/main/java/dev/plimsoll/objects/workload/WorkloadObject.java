package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.tree.DocumentFields.integer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.pod.PodTemplateObject;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An object that keeps pods, or what keeps them, by a selector and a template. */
public abstract class WorkloadObject extends ApiObject {
    private @Nullable PodTemplateObject template;
    private @Nullable Selection selection;

    /** @param selectorOrNull null where there is none */
    private record Selection(@Nullable LabelSelector selectorOrNull) {}

    protected WorkloadObject(ObjectNode document) {
        super(document);
    }

    /** Empty where there is none, or one that nobody can read: such a workload owns nothing. */
    public final Optional<LabelSelector> selector() {
        var known = selection;
        if (known == null) selection = known = new Selection(read(specNode().path("selector")));
        return Optional.ofNullable(known.selectorOrNull());
    }

    private @Nullable LabelSelector read(JsonNode selector) {
        if (!selector.isObject()) return null;
        return readSelector(selector).filter(read -> !read.isEverything()).orElse(null);
    }

    /** Kinds that are older than selectors with expressions read another form of it. */
    protected Optional<LabelSelector> readSelector(JsonNode selector) {
        return ObjectSelector.read(selector);
    }

    /** Whether its selector means an object with these labels. */
    public final boolean selects(Map<String, String> labels) {
        return selector().filter(each -> each.matches(labels)).isPresent();
    }

    public final PodTemplateObject template() {
        var known = template;
        if (known == null) template = known = new PodTemplateObject(specNode().path("template"));
        return known;
    }

    /** How many pods it wants. */
    public final int replicas() {
        return integer(specNode(), "replicas", 1);
    }

    public final int minReadySeconds() {
        return integer(specNode(), "minReadySeconds", 0);
    }

    public final int revisionHistoryLimit() {
        return integer(specNode(), "revisionHistoryLimit", 10);
    }

    /** How many names of its template's hash were taken by other templates. */
    public final int collisionCount() {
        return reported("collisionCount");
    }

    protected final int reported(String field) {
        return integer(statusNode(), field, 0);
    }
}
