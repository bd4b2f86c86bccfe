package dev.plimsoll.kinds.strategy.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.ResizePreparation;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.PodValidation;
import dev.plimsoll.core.validation.ResizeValidation;
import dev.plimsoll.core.validation.Tolerances;
import dev.plimsoll.core.validation.UpdateValidation;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.MetadataChecks;
import dev.plimsoll.kinds.documents.PodChange;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.pod.GatedPodRules;
import dev.plimsoll.kinds.rules.pod.PodSpecRules;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.KeptFields;
import dev.plimsoll.kinds.strategy.StrategySetup;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Pods: the core decides, this class carries its decisions between documents. */
public final class PodStrategy extends GenericStrategy {
    private static final String RESIZE = "resize";
    private static final String STATUS = "status";
    private static final String EPHEMERAL = "ephemeralcontainers";

    private final FeatureGates gates;
    private final PodCreation creation;
    private final PodValidation validation;
    private final PodQos qos;
    private final ResizePreparation resizePreparation;
    private final boolean resizesVolumes;
    private final ResizeValidation resizeValidation;
    private final UpdateValidation updateValidation;
    private final InstantSource clock;

    public PodStrategy(StrategySetup setup) {
        super(setup);
        this.gates = setup.gates();
        this.creation = PodCreation.under(gates);
        this.validation = PodValidation.under(gates);
        this.qos = PodQos.under(gates);
        this.resizesVolumes = gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES);
        this.resizePreparation = ResizePreparation.under(gates);
        this.resizeValidation = ResizeValidation.under(gates);
        this.updateValidation = UpdateValidation.under(gates);
        this.clock = setup.server().clock();
    }

    @Override
    public void defaults(ObjectNode document) {
        defaulted(document);
    }

    @Override
    public @Nullable Pod defaulted(ObjectNode document) {
        if (!(document.get("spec") instanceof ObjectNode spec)) return null;
        PodDefaults.apply(spec);
        PodDefaults.hostPorts(spec);
        PodDefaults.stopSignals(spec, gates);
        if (!spec.has("enableServiceLinks")) spec.put("enableServiceLinks", true);
        if (spec.path("terminationGracePeriodSeconds").asLong() < 0) spec.put("terminationGracePeriodSeconds", 1);
        // Most pods need nothing, and are read when admission has changed them.
        if (creation.decodesContainersOnly() && hasAllRequests(spec)) return null;
        var view = Views.pod(document);
        var decoded = creation.decoded(view.spec());
        if (decoded.additions().isEmpty()) return view;
        PodWriter.resources(document, decoded.spec());
        return null;
    }

    /** Whether each limit of a container has a request beside it. */
    private static boolean hasAllRequests(ObjectNode spec) {
        return hasAllRequests(spec.path("containers")) && hasAllRequests(spec.path("initContainers"));
    }

    private static boolean hasAllRequests(JsonNode containers) {
        for (var container : containers) {
            var resources = container.path("resources");
            var requests = resources.path("requests");
            for (var names = resources.path("limits").fieldNames(); names.hasNext(); )
                if (!requests.hasNonNull(names.next())) return false;
        }
        return true;
    }

    @Override
    public void prepareNew(ObjectNode document) {
        prepareNew(document, new PodChange(document, null));
    }

    @Override
    public void prepareNew(ObjectNode document, PodChange pods) {
        DocumentMetadata.of(document).put("generation", 1);
        MatchedLabelKeys.apply(document);
        var status = document.putObject(STATUS);
        status.put("phase", "Pending");
        if (!document.path("spec").path("schedulingGates").isEmpty()) gated(status);
        pods.changed();
        var view = pods.next();
        var prepared = creation.prepared(view.spec());
        var qosClass = qos.of(prepared.spec()).kubernetesName();
        status.put("qosClass", qosClass);
        if (prepared.spec().equals(view.spec())) {
            pods.changedTo(view.withStatus(view.status().withQosClass(qosClass)));
            return;
        }
        PodWriter.resources(document, prepared.spec());
        pods.changed();
    }

    private void gated(ObjectNode status) {
        var condition = status.putArray("conditions").addObject();
        condition.put("type", "PodScheduled");
        condition.put("status", "False");
        condition.putNull("lastProbeTime");
        condition.put("lastTransitionTime", DocumentMetadata.time(clock.instant()));
        condition.put("reason", "SchedulingGated");
        condition.put("message", "Scheduling is blocked due to non-empty scheduling gates");
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        return checkNew(document, new PodChange(document, null));
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document, PodChange pods) {
        return PodSpecRules.ofPod(FieldValue.of(document), validation.checkNew(pods.next()));
    }

    @Override
    public boolean checksMetadata() {
        return true;
    }

    @Override
    public List<String> warnings(ObjectNode document) {
        return warnings(document, new PodChange(document, null));
    }

    @Override
    public List<String> warnings(ObjectNode document, PodChange pods) {
        return PodWarnings.of(document);
    }

    @Override
    public List<String> keptThoughRemoved(Write write) {
        return KeptFields.of(write);
    }

    @Override
    public void prepareChange(Write write) {
        switch (write.subresource()) {
            case RESIZE -> prepareResize(write);
            case STATUS -> {
                PodStatusChange.prepare(write);
                write.pods().changed();
            }
            case EPHEMERAL -> prepareEphemeral(write);
            default -> prepareUpdate(write);
        }
    }

    private void prepareUpdate(Write write) {
        take(write.sent(), write.stored(), STATUS);
        keepPriority(write);
        write.pods().changed();
        var stored = write.pods().stored();
        var prepared = updateValidation.prepared(
                new UpdateValidation.Change(stored, write.pods().next()));
        if (write.sent().get("spec") instanceof ObjectNode spec && !spec.has("resources")) {
            set(spec, "resources", write.stored().path("spec").get("resources")); // so that it keeps its text
        }
        PodWriter.resources(write.sent(), prepared);
        countWith(write, !prepared.equals(stored.spec()));
        write.pods().changed();
    }

    /** A client that leaves out what admission computed does not mean to clear it. */
    private static void keepPriority(Write write) {
        if (!(write.sent().get("spec") instanceof ObjectNode sent)) return;
        for (var name : List.of("priority", "preemptionPolicy")) {
            var value = write.stored().path("spec").get(name);
            if (value != null && !sent.has(name)) sent.set(name, value);
        }
    }

    private static void countWith(Write write, boolean changed) {
        var meta = DocumentMetadata.of(write.sent());
        meta.take(DocumentMetadata.of(write.stored()), "generation");
        if (changed) meta.put("generation", meta.generation() + 1);
    }

    private void prepareResize(Write write) {
        var stored = write.pods().stored();
        var sent = write.pods().next();
        var resized = resizePreparation.apply(new ResizePreparation.Stored(stored), new ResizePreparation.Sent(sent));
        var sentSpec = write.sent().path("spec");
        var containers = sentSpec.get("containers");
        var initContainers = sentSpec.get("initContainers");
        var volumes = sentSpec.get("volumes");
        keepAllBut(write);
        var spec = (ObjectNode) write.sent().get("spec");
        // Lists that do not match are taken as sent, so that validation can say what is wrong with them.
        var sameCounts =
                stored.spec().containers().size() == sent.spec().containers().size()
                        && stored.spec().initContainers().size()
                                == sent.spec().initContainers().size();
        var sameContainers =
                sameCounts && sameNames(stored.spec().containers(), sent.spec().containers());
        var sameInitContainers = sameCounts
                && sameNames(stored.spec().initContainers(), sent.spec().initContainers());
        if (!sameContainers) set(spec, "containers", containers);
        if (!sameInitContainers) set(spec, "initContainers", initContainers);
        if (resizesVolumes) set(spec, "volumes", volumes);
        PodWriter.resources(write.sent(), resized.spec());
        DocumentMetadata.of(write.sent()).put("generation", resized.metadata().generation());
        // The document is now the stored one with these resources: it need not be read to know what it says.
        if (sameContainers && sameInitContainers) write.pods().changedTo(resized);
        else write.pods().changed();
    }

    private static void set(ObjectNode spec, String name, @Nullable JsonNode value) {
        if (value == null) spec.remove(name);
        else spec.set(name, value);
    }

    private static boolean sameNames(List<Container> stored, List<Container> sent) {
        return stored.stream()
                .map(Container::name)
                .toList()
                .equals(sent.stream().map(Container::name).toList());
    }

    private void prepareEphemeral(Write write) {
        var asked = write.sent().path("spec").get("ephemeralContainers");
        keepAllBut(write);
        var spec = (ObjectNode) write.sent().get("spec");
        set(spec, "ephemeralContainers", asked);
        var changed = !write.sent().path("spec").equals(write.stored().path("spec"));
        countWith(write, changed);
        write.pods().changed();
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        var mirror = checkMirror(annotations(write.stored()), annotations(write.sent()));
        if (write.isOf("")) return checkUpdate(write, mirror);
        var errors = new ArrayList<>(mirror);
        errors.addAll(checkPart(write));
        return errors;
    }

    /** A spec that stays as it is, is not looked at again: it may be older than a rule. */
    private List<FieldError> checkUpdate(Write write, List<FieldError> mirror) {
        var stored = write.stored();
        var sent = write.sent();
        var change =
                new UpdateValidation.Change(write.pods().stored(), write.pods().next());
        var found = updateValidation.checkPod(change);
        var errors = new ArrayList<FieldError>();
        if (sent.path("spec").equals(stored.path("spec"))) {
            errors.addAll(found);
            errors.addAll(MetadataChecks.ofPod(sent));
        } else {
            errors.addAll(PodSpecRules.ofPod(FieldValue.of(sent), found));
        }
        errors.addAll(mirror);
        if (!GatedPodRules.apply(stored, sent)) {
            errors.addAll(updateValidation.checkFixed(change, List.of()));
            return errors;
        }
        var rest = new UpdateValidation.Change(write.pods().stored(), Views.pod(GatedPodRules.asStored(stored, sent)));
        errors.addAll(updateValidation.checkFixed(rest, GatedPodRules.check(stored, sent)));
        return errors;
    }

    private static JsonNode annotations(ObjectNode pod) {
        return DocumentMetadata.of(pod).path("annotations");
    }

    /** Whether a pod is a node's own does not change while it lives. */
    private static List<FieldError> checkMirror(JsonNode stored, JsonNode next) {
        var before = stored.get(Pod.MIRROR_ANNOTATION);
        var after = next.get(Pod.MIRROR_ANNOTATION);
        if (Objects.equals(before, after)) return List.of();
        return List.of(FieldError.forbidden(
                "metadata.annotations[" + Pod.MIRROR_ANNOTATION + "]",
                before == null
                        ? "may not add mirror pod annotation"
                        : "may not remove or update mirror pod annotation"));
    }

    private List<FieldError> checkPart(Write write) {
        var pods = write.pods();
        return switch (write.subresource()) {
            case RESIZE -> resizeValidation.check(new ResizeValidation.Change(pods.stored(), pods.next()));
            case STATUS -> PodStatusChange.check(write);
            case EPHEMERAL -> checkEphemeral(pods.stored(), pods.next());
            default -> throw new IllegalArgumentException(write.subresource());
        };
    }

    private List<FieldError> checkEphemeral(Pod stored, Pod next) {
        if (stored.metadata().annotations().containsKey(Pod.MIRROR_ANNOTATION)) {
            return List.of(
                    FieldError.forbidden(FieldError.NO_FIELD, "static pods do not support ephemeral containers"));
        }
        var errors = new ArrayList<>(validation.check(next, Tolerances.of(stored.spec())));
        var before = stored.spec().ephemeralContainers();
        var after = next.spec().ephemeralContainers();
        for (var i = 0; i < before.size(); i++) {
            var name = before.get(i).name();
            var kept = after.stream().filter(each -> each.name().equals(name)).findFirst();
            if (kept.isEmpty()) {
                errors.add(FieldError.forbidden(
                        "spec.ephemeralContainers",
                        "existing ephemeral containers \"" + name + "\" may not be removed\n"));
            } else if (!kept.get().equals(before.get(i))) {
                errors.add(FieldError.forbidden(
                        "spec.ephemeralContainers",
                        "existing ephemeral containers \"" + name + "\" may not be changed\n"));
            }
        }
        return errors;
    }
}
