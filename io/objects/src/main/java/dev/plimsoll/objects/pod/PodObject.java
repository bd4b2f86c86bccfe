package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.texts;
import static dev.plimsoll.objects.tree.DocumentFields.time;
import static dev.plimsoll.objects.tree.DocumentFields.timeOrEpoch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.cache.ObjectDecoder;
import dev.plimsoll.codec.view.AmountsReader;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.codec.view.SharedPods;
import dev.plimsoll.core.estimation.update.UpdateRules.Termination;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodPhase;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.pod.spec.ContainerObject;
import dev.plimsoll.objects.pod.spec.DnsConfig;
import dev.plimsoll.objects.pod.spec.PodSecurityContext;
import dev.plimsoll.objects.pod.spec.PodVolume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A pod. */
public final class PodObject extends ApiObject {
    public static final ObjectKind<PodObject> KIND =
            new ObjectKind<>(ApiResource.PODS, PodObject.class, PodObject::new);

    private static final List<String> CONTAINER_LISTS = List.of("containers", "initContainers", "ephemeralContainers");

    private static final List<String> STATUS_LISTS =
            List.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses");

    private @Nullable List<ContainerObject> containers;
    private @Nullable List<PodVolume> volumes;
    private @Nullable PodSecurityContext security;
    private @Nullable Read<Pod> view;
    private @Nullable ControlledPod controlled;
    private boolean isKept;

    public PodObject(ObjectNode document) {
        super(document);
    }

    /** A pod whose view is known: pods of one template share most of theirs. */
    public PodObject(ObjectNode document, Pod view) {
        super(document);
        this.view = new Read.Ok<>(view);
    }

    /** As the core sees it, or what is wrong with it. */
    public Read<Pod> view() {
        var known = view;
        if (known == null) view = known = PodReader.read(document());
        return known;
    }

    /**
     * The same for those who keep it: its parts are those of other versions of the pod, and of other pods, that somebody keeps. Put together
     * by the first who asks.
     */
    public Read<Pod> keptView() {
        if (isKept || !(view() instanceof Read.Ok<Pod>(var read))) return view();
        var shared = new Read.Ok<>(SharedPods.OF_PROCESS.of(read));
        view = shared;
        isKept = true;
        return shared;
    }

    /** As controllers see it. */
    public ControlledPod controlled() {
        var known = controlled;
        if (known == null) controlled = known = ControlledPodReader.read(this, specNode(), statusNode());
        return known;
    }

    /** What controllers keep of a pod: the document is not held. */
    public static ObjectDecoder.Decoded<ControlledPod> decodeControlled(ObjectNode document) {
        return new ObjectDecoder.Decoded.View<>(KIND.of(document).controlled());
    }

    /** Empty where it is on no node yet. */
    public String nodeName() {
        return text(specNode(), "nodeName");
    }

    /** Empty where nobody has said anything. */
    public String phase() {
        return text(statusNode(), "phase");
    }

    /** In a word, why it is in its phase; empty where nobody has said it. */
    public String reason() {
        return text(statusNode(), "reason");
    }

    /** The same as a sentence. */
    public String message() {
        return text(statusNode(), "message");
    }

    /** What its node says of its containers: init containers first. */
    public List<ContainerRun> containerRuns() {
        var runs = new ArrayList<ContainerRun>();
        for (var list : List.of("initContainerStatuses", "containerStatuses"))
            for (var status : statusNode().path(list)) runs.add(ContainerRun.of(status));
        return List.copyOf(runs);
    }

    /** What has to go before it may be scheduled. */
    public List<String> schedulingGates() {
        return list(specNode(), "schedulingGates", gate -> text(gate, "name"));
    }

    public String priorityClassName() {
        return text(specNode(), "priorityClassName");
    }

    /** What its runtime class adds to it; absent where it says nothing. */
    public ResourceAmounts overhead() {
        return AmountsReader.amounts(specNode().path("overhead"));
    }

    /** The pod as somebody asked for it: without the amounts that were added when it was created. */
    public PodObject asAsked() {
        return AskedPod.of(this);
    }

    /** The first address; empty where it has none. */
    public String ip() {
        return text(statusNode(), "podIP");
    }

    /** The first port of its containers; empty where they name none. */
    public OptionalInt firstPort() {
        for (var container : specNode().path("containers")) {
            for (var port : container.path("ports")) return OptionalInt.of(integer(port, "containerPort", 0));
        }
        return OptionalInt.empty();
    }

    public boolean isTerminal() {
        return PodPhase.isTerminal(phase());
    }

    public Optional<Instant> startTime() {
        return time(statusNode(), "startTime");
    }

    /** How containers ended last, those that ended. */
    public List<ContainerEnd> containerEnds() {
        var ends = new ArrayList<ContainerEnd>();
        for (var list : List.of("containerStatuses", "initContainerStatuses")) {
            for (var container : statusNode().path(list)) {
                var now = container.path("state").path("terminated");
                var last = container.path("lastState").path("terminated");
                var restarts = integer(container, "restartCount", 0);
                if (now.isObject()) ends.add(end(container, now, restarts + 1, true));
                else if (last.isObject()) ends.add(end(container, last, restarts, false));
            }
        }
        return ends;
    }

    private static ContainerEnd end(JsonNode container, JsonNode terminated, int restarts, boolean isCurrent) {
        var finished = timeOrEpoch(terminated, "finishedAt");
        return new ContainerEnd(
                text(container, "name"),
                new Termination(
                        text(terminated, "reason"),
                        time(terminated, "startedAt").orElse(finished),
                        finished),
                restarts,
                isCurrent);
    }

    public List<String> containerNames() {
        return names("containers");
    }

    public List<String> initContainerNames() {
        return names("initContainers");
    }

    public List<String> ephemeralContainerNames() {
        return names("ephemeralContainers");
    }

    private List<String> names(String list) {
        return list(specNode(), list, container -> text(container, "name"));
    }

    /** Whether a field has changed that can change how much of a quota the pod takes. */
    public boolean mayTakeOtherQuota(PodObject before) {
        for (var name :
                List.of("phase", "containerStatuses", "initContainerStatuses", "resources", "allocatedResources")) {
            if (!statusNode().path(name).equals(before.statusNode().path(name))) return true;
        }
        return !deletion().equals(before.deletion())
                || !specNode()
                        .path("activeDeadlineSeconds")
                        .equals(before.specNode().path("activeDeadlineSeconds"));
    }

    private JsonNode deletion() {
        return document().path("metadata").path("deletionTimestamp");
    }

    /** Lines of its hosts file that it brings itself. */
    public List<HostAlias> hostAliases() {
        return list(specNode(), "hostAliases", each -> new HostAlias(text(each, "ip"), texts(each, "hostnames")));
    }

    public String serviceAccountName() {
        return text(specNode(), "serviceAccountName", "default");
    }

    /** Whether its containers have variables for the services of its namespace. */
    public boolean enableServiceLinks() {
        return !has(specNode(), "enableServiceLinks") || flag(specNode(), "enableServiceLinks");
    }

    /** The RuntimeClass that it asks for; empty where the runtime's own will do. */
    public String runtimeClassName() {
        return text(specNode(), "runtimeClassName");
    }

    /** One of its containers, of whatever kind. */
    public Optional<ContainerObject> container(String name) {
        return containers().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** All its containers, of whatever kind. */
    public List<ContainerObject> containers() {
        var known = containers;
        if (known == null) {
            var all = new ArrayList<ContainerObject>();
            for (var kind : CONTAINER_LISTS) {
                for (var each : specNode().path(kind)) all.add(new ContainerObject(each));
            }
            containers = known = List.copyOf(all);
        }
        return known;
    }

    public List<PodVolume> volumes() {
        var known = volumes;
        if (known == null) volumes = known = list(specNode(), "volumes", PodVolume::read);
        return known;
    }

    public PodSecurityContext securityContext() {
        var known = security;
        if (known == null) security = known = PodSecurityContext.read(specNode().path("securityContext"));
        return known;
    }

    public boolean hostPid() {
        return flag(specNode(), "hostPID");
    }

    /** Whether users of the pod are to be others than those of the node. */
    public boolean hasOwnUsers() {
        return has(specNode(), "hostUsers") && !flag(specNode(), "hostUsers");
    }

    public boolean hostIpc() {
        return flag(specNode(), "hostIPC");
    }

    public boolean shareProcessNamespace() {
        return flag(specNode(), "shareProcessNamespace");
    }

    /** What it adds to the name service that it gets. */
    public DnsConfig dnsConfig() {
        return DnsConfig.read(specNode().path("dnsConfig"));
    }

    /** Names of secrets; those without a name are left out. */
    public List<String> imagePullSecrets() {
        return list(specNode(), "imagePullSecrets", each -> text(each, "name")).stream()
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Empty where it has none yet. */
    public String podIp() {
        return text(statusNode(), "podIP");
    }

    /** Its containers of all kinds as its status shows them. */
    public List<ReportedContainer> reportedContainers() {
        var all = new ArrayList<ReportedContainer>();
        for (var kind : STATUS_LISTS) all.addAll(list(statusNode(), kind, ReportedContainer::read));
        return all;
    }

    /** The same for documents with the same status, whatever the order of its fields. */
    public int statusDigest() {
        return statusNode().hashCode();
    }

    JsonNode statusTree() {
        return statusNode();
    }

    /** Whether it is a copy of a pod that its node has from a file. */
    public boolean isMirror() {
        return metadata().annotations().containsKey(Pod.MIRROR_ANNOTATION);
    }

    /** The pod as its node knows it: a mirror pod is not the pod that runs, and has another uid. */
    public PodObject ofNode() {
        var hash = metadata().annotation(Pod.MIRROR_ANNOTATION);
        if (hash.isEmpty()) return this;
        var own = draft();
        own.metadata().uid(hash);
        return new PodObject(own.document());
    }

    /** The pod with the resources of another spec, and all else as it is. */
    public PodObject withResources(PodSpec spec) {
        var changed = document().deepCopy();
        PodWriter.resources(changed, spec);
        return new PodObject(changed);
    }

    /** Whether it asks for devices by claims. */
    public boolean usesResourceClaims() {
        return !specNode().path("resourceClaims").isEmpty();
    }

    /** Whether one of its volumes is this claim. */
    public boolean mounts(String claim) {
        for (var volume : specNode().path("volumes")) {
            var named = text(volume.path("persistentVolumeClaim"), "claimName");
            var ephemeral = has(volume, "ephemeral") ? metadata().name() + "-" + text(volume, "name") : "";
            if (claim.equals(named) || claim.equals(ephemeral)) return true;
        }
        return false;
    }

    @Override
    public PodDraft draft() {
        return new PodDraft(document());
    }
}
