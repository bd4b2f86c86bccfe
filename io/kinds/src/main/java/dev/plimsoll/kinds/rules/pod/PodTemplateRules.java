package dev.plimsoll.kinds.rules.pod;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.PodValidation;
import dev.plimsoll.core.validation.Tolerances;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.Selectors;
import java.util.List;

/** The templates from which kinds make pods: what must hold of a pod must hold of what its template says. */
public final class PodTemplateRules {
    private static final List<String> ALWAYS = List.of("Always");

    private final PodValidation validation;

    private PodTemplateRules(PodValidation validation) {
        this.validation = validation;
    }

    public static PodTemplateRules under(FeatureGates gates) {
        return new PodTemplateRules(PodValidation.under(gates));
    }

    /** Any template. */
    public void check(FieldValue template, Findings found) {
        var pod =
                template.node() instanceof ObjectNode given ? given.deepCopy() : JsonNodeFactory.instance.objectNode();
        var metadata = pod.get("metadata") instanceof ObjectNode known ? known : pod.putObject("metadata");
        // A pod needs a name and has its place; a template has neither.
        metadata.removeAll();
        var given = template.field("metadata");
        for (var part : List.of("labels", "annotations")) {
            if (given.field(part).isGiven())
                metadata.set(part, given.field(part).node());
        }
        metadata.put("name", "template");
        if (!pod.has("spec")) pod.putObject("spec");
        for (var error : PodSpecRules.ordered(FieldValue.of(pod), validation.check(Views.pod(pod), Tolerances.NONE))) {
            found.add(placed(error, template.toString()));
        }
        if (!template.field("spec").field("ephemeralContainers").isEmpty()) {
            found.forbidden(
                    template.field("spec").field("ephemeralContainers"),
                    "ephemeral containers not allowed in pod template");
        }
    }

    /** The labels and annotations of a template stand, in messages, beside its metadata. */
    private static FieldError placed(FieldError error, String template) {
        var field = error.field();
        var inside = field.startsWith("metadata.labels") || field.startsWith("metadata.annotations")
                ? field.substring("metadata.".length())
                : field;
        return new FieldError(error.type(), template + "." + inside, error.value(), error.detail());
    }

    /** A template of pods that are to run for ever, of a kind that replaces them. */
    public void checkLasting(FieldValue template, String kind, Findings found) {
        check(template, found);
        lasting(template, kind, found);
    }

    public static void lasting(FieldValue template, String kind, Findings found) {
        var spec = template.field("spec");
        var policy = spec.field("restartPolicy");
        if (!policy.isEmpty() && !policy.text().equals("Always")) found.notSupported(policy, ALWAYS);
        var deadline = spec.field("activeDeadlineSeconds");
        if (deadline.isGiven()) {
            found.forbidden(deadline, "activeDeadlineSeconds in " + kind + " is not Supported");
        }
    }

    /**
     * That the selector of a workload is there, can be read, is not empty and finds what the template makes.
     *
     * @param kind as messages name it
     * @param unsound what messages say of a selector that cannot be read
     * @return whether the template is worth looking at: not where the selector cannot be read
     */
    public static boolean isSelected(FieldValue spec, String kind, String unsound, Findings found) {
        var selector = spec.field("selector");
        if (!selector.isGiven()) {
            found.required(selector);
        } else {
            LabelSelectorRules.check(selector, found);
            if (Selectors.isEmpty(selector)) found.invalidJson(selector, "empty selector is invalid for " + kind);
        }
        if (!LabelSelectorRules.isSound(selector)) {
            found.invalidJson(selector, unsound);
            return false;
        }
        if (!selector.isGiven() || !Selectors.isEmpty(selector)) matches(selector, spec.field("template"), found);
        return true;
    }

    /** That a selector finds what the template makes. */
    public static void matches(FieldValue selector, FieldValue template, Findings found) {
        var labels = template.field("metadata").field("labels");
        if (!Selectors.matches(selector, labels)) {
            found.invalidJson(labels, "`selector` does not match template `labels`");
        }
    }
}
