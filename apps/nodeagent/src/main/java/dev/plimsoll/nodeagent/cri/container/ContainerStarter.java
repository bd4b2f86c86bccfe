package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.protocol.SandboxResources;
import dev.plimsoll.core.resize.state.StartError;
import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.ContainerState;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.cri.Sandbox;
import dev.plimsoll.cri.config.IdMapping;
import dev.plimsoll.cri.config.SandboxConfig;
import dev.plimsoll.nodeagent.api.NodePodDocuments;
import dev.plimsoll.nodeagent.cri.cgroups.PodCgroups;
import dev.plimsoll.nodeagent.cri.observation.CriLabels;
import dev.plimsoll.nodeagent.cri.observation.Observations;
import dev.plimsoll.nodeagent.payload.References;
import dev.plimsoll.objects.pod.PodObject;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Makes sandboxes and containers. What is there already is left as it is. */
public final class ContainerStarter {
    private static final CriReply<Done> DONE = new CriReply.Ok<>(Done.DONE);

    private final CriClient cri;
    private final PodCgroups cgroups;
    private final NodePodDocuments documents;
    private final Observations observations;
    private final PodSandboxes sandboxes;
    private final ContainerConfigs configs;
    private final Images images;
    private final CgroupValues values;
    private final Volumes volumes;
    private final UserNamespaces users;
    private final LogFolders logs;
    private final References references;

    public ContainerStarter(
            CriClient cri,
            PodCgroups cgroups,
            NodePodDocuments documents,
            Observations observations,
            PodSandboxes sandboxes,
            ContainerConfigs configs,
            Images images,
            CgroupValues values,
            Volumes volumes,
            UserNamespaces users,
            LogFolders logs,
            References references) {
        this.cri = cri;
        this.cgroups = cgroups;
        this.documents = documents;
        this.observations = observations;
        this.sandboxes = sandboxes;
        this.configs = configs;
        this.images = images;
        this.values = values;
        this.volumes = volumes;
        this.users = users;
        this.logs = logs;
        this.references = references;
    }

    private CriReply<PodObject> document(String uid) {
        return documents
                .find(uid)
                .<CriReply<PodObject>>map(CriReply.Ok::new)
                .orElseGet(() -> new CriReply.Failed<>(CriReply.Code.NOT_FOUND, "the API has no such pod any more"));
    }

    /**
     * Makes the sandbox of a pod, unless there is one that is ready.
     *
     * @param step told before each step how a failure of it is called
     */
    public CriReply<Done> sandbox(Act.RunPodSandbox act, Consumer<String> step) {
        return cri.sandboxes(CriLabels.selecting(act.uid())).then(known -> {
            var latest = Observations.newest(known);
            if (latest.isPresent() && latest.get().ready()) return DONE;
            // Containers of a sandbox that has died cannot live on.
            for (var dead : known) {
                if (cri.stopSandbox(dead.id()) instanceof CriReply.Failed<Done> failed) return failed;
            }
            if (removeEmpty(act.uid(), known) instanceof CriReply.Failed<Done> failed) return failed;
            var attempt =
                    latest.map(sandbox -> sandbox.metadata().attempt() + 1).orElse(0);
            return document(act.uid()).then(document -> {
                step.accept(NodeEvent.Failed.FAILED_MOUNT);
                return volumes.prepare(document, act.pod().spec()).then(_ -> {
                    step.accept("");
                    return handler(document)
                            .then(handler -> users.forSandbox(document, handler)
                                    .map(own -> config(act.pod(), document, attempt, act.resources(), own))
                                    .then(config -> logs.make(act.uid(), sandboxes.logFolder(act.pod()))
                                            .then(_ -> cri.runSandbox(config, handler))))
                            .map(_ -> Done.DONE);
                });
            });
        });
    }

    /** A pod may lose one sandbox after another: of those that died only they stay that hold what people look at, and the newest for its number. */
    private CriReply<Done> removeEmpty(String uid, List<Sandbox> dead) {
        if (dead.size() < 2) return DONE;
        return cri.containers("", CriLabels.selecting(uid)).then(containers -> {
            var kept = containers.stream().map(Container::sandboxId).collect(Collectors.toSet());
            Observations.newest(dead).map(Sandbox::id).ifPresent(kept::add);
            for (var sandbox : dead) {
                if (kept.contains(sandbox.id())) continue;
                var removed = cri.removeSandbox(sandbox.id()).orElseOn(CriReply.Code.NOT_FOUND, Done.DONE);
                if (removed instanceof CriReply.Failed<Done>) return removed;
            }
            return DONE;
        });
    }

    private CriReply<String> handler(PodObject pod) {
        var name = pod.runtimeClassName();
        return name.isEmpty() ? new CriReply.Ok<>("") : references.runtimeHandler(name);
    }

    private SandboxConfig config(
            Pod pod, PodObject document, int attempt, SandboxResources resources, List<IdMapping> own) {
        var parent = cgroups.parent(values.qos(pod.spec()), pod.metadata().uid());
        return sandboxes.of(pod, document, attempt, parent, resources, own);
    }

    /**
     * Makes and starts a container, unless it has been started before.
     *
     * @param step told before each step how a failure of it is called
     */
    public CriReply<Done> container(Act.StartContainer act, Consumer<String> step) {
        return cri.containers("", CriLabels.selecting(act.uid())).then(all -> {
            var instances = all.stream()
                    .filter(each -> CriLabels.name(each).equals(act.container()))
                    .toList();
            for (var instance : instances) {
                if (instance.state() != ContainerState.CREATED
                        && CriLabels.restartCount(instance) >= act.restartCount()) return DONE;
            }
            return clear(instances).then(_ -> started(act, step));
        });
    }

    private CriReply<Done> started(Act.StartContainer act, Consumer<String> step) {
        var container = ContainerConfigs.find(act.pod().spec(), act.container());
        if (container.isEmpty())
            return new CriReply.Failed<>(CriReply.Code.NOT_FOUND, "the pod has no container " + act.container());
        return cri.sandboxes(CriLabels.selecting(act.uid())).then(known -> {
            var sandbox = Observations.newest(known).filter(Sandbox::ready);
            if (sandbox.isEmpty())
                return new CriReply.Failed<>(CriReply.Code.FAILED_PRECONDITION, "the pod has no sandbox that is ready");
            var attempt = sandbox.get().metadata().attempt();
            return document(act.uid())
                    .then(document -> users.given(document).then(own -> {
                        var config = config(act.pod(), document, attempt, PodSandboxes.NO_RESOURCES, own);
                        step.accept(StartError.ERR_IMAGE_PULL);
                        return images.ensure(container.get(), document, config, step)
                                .then(_ -> {
                                    step.accept(StartError.CREATE_CONTAINER_CONFIG_ERROR);
                                    return logs.make(
                                            act.uid(),
                                            sandboxes.logFolder(act.pod()),
                                            act.container(),
                                            act.restartCount());
                                })
                                .then(_ -> observations.ip(sandbox.get()))
                                .then(ip -> configs.of(act, container.get(), document, ip, own))
                                .then(made -> {
                                    step.accept("CreateContainerError");
                                    return cri.createContainer(sandbox.get().id(), made, config);
                                });
                    }))
                    .then(id -> {
                        step.accept(StartError.RUN_CONTAINER_ERROR);
                        return cri.startContainer(id);
                    });
        });
    }

    /** Of those that ended the newest stays for people to look at. One that never started blocks its name. */
    private CriReply<Done> clear(List<Container> earlier) {
        var kept = Observations.newestInstances(earlier).values();
        for (var instance : earlier) {
            if (kept.contains(instance) || instance.state() == ContainerState.RUNNING) continue;
            var removed = cri.removeContainer(instance.id());
            if (removed instanceof CriReply.Failed<Done>(var code, var _) && code != CriReply.Code.NOT_FOUND)
                return removed;
        }
        return DONE;
    }
}
