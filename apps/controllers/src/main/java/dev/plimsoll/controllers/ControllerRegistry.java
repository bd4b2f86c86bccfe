package dev.plimsoll.controllers;

import dev.plimsoll.client.Transport;
import dev.plimsoll.client.discovery.DiscoveryClient;
import dev.plimsoll.controllers.autoscaling.HorizontalPodAutoscalers;
import dev.plimsoll.controllers.certificates.CertificateApprover;
import dev.plimsoll.controllers.certificates.CertificateCleaner;
import dev.plimsoll.controllers.certificates.CertificateSigner;
import dev.plimsoll.controllers.certificates.PodCertificateCleaner;
import dev.plimsoll.controllers.cronjob.CronJobs;
import dev.plimsoll.controllers.daemonset.DaemonSets;
import dev.plimsoll.controllers.deployment.Deployments;
import dev.plimsoll.controllers.disruption.DisruptionBudgets;
import dev.plimsoll.controllers.disruption.StaleDisruptions;
import dev.plimsoll.controllers.endpoints.EndpointSlices;
import dev.plimsoll.controllers.endpoints.EndpointsObjects;
import dev.plimsoll.controllers.endpoints.MirroredEndpointSlices;
import dev.plimsoll.controllers.garbage.GarbageCollector;
import dev.plimsoll.controllers.job.FinishedJobs;
import dev.plimsoll.controllers.job.Jobs;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.namespaces.DefaultAccounts;
import dev.plimsoll.controllers.namespaces.NamespaceController;
import dev.plimsoll.controllers.namespaces.RootCertificates;
import dev.plimsoll.controllers.nodes.NodeLifecycle;
import dev.plimsoll.controllers.nodes.PodGarbageCollector;
import dev.plimsoll.controllers.nodes.TaintEviction;
import dev.plimsoll.controllers.replicaset.ReplicaKind;
import dev.plimsoll.controllers.replicaset.ReplicaSets;
import dev.plimsoll.controllers.statefulset.StatefulSets;
import dev.plimsoll.controllers.storage.ClaimBinder;
import dev.plimsoll.controllers.storage.HostPathProvisioner;
import dev.plimsoll.controllers.storage.InUseProtection;
import dev.plimsoll.controllers.storage.StorageKind;
import dev.plimsoll.controllers.storage.VolumePhases;
import dev.plimsoll.controllers.tokens.TokenSecrets;
import dev.plimsoll.core.certificates.Signer;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Which class does what. To add a controller is to add a line. */
final class ControllerRegistry {
    private ControllerRegistry() {}

    static List<Controller> controllers(
            ControllerSettings settings, RandomGenerator random, ControllerContext around, Transport transport) {
        var discovery = new DiscoveryClient(transport, LeaderSession.USER_AGENT);
        return settings.controllers().stream()
                .sorted()
                .flatMap(name -> of(name, settings, random, around, discovery).stream())
                .toList();
    }

    private static List<Controller> of(
            ControllerName name,
            ControllerSettings settings,
            RandomGenerator random,
            ControllerContext around,
            DiscoveryClient discovery) {
        return switch (name) {
            case REPLICA_SET -> List.of(new ReplicaSets(around, ReplicaKind.REPLICA_SET));
            case REPLICATION_CONTROLLER -> List.of(new ReplicaSets(around, ReplicaKind.REPLICATION_CONTROLLER));
            case ENDPOINTS -> List.of(new EndpointsObjects(around));
            case ENDPOINT_SLICE -> List.of(new EndpointSlices(around));
            case ENDPOINT_SLICE_MIRRORING -> List.of(new MirroredEndpointSlices(around));
            case DEPLOYMENT -> List.of(new Deployments(around));
            case STATEFUL_SET -> List.of(new StatefulSets(around));
            case DAEMON_SET -> List.of(new DaemonSets(around));
            case JOB -> List.of(new Jobs(around));
            case CRON_JOB -> List.of(new CronJobs(around));
            case TTL_AFTER_FINISHED -> List.of(new FinishedJobs(around));
            case HORIZONTAL_POD_AUTOSCALER ->
                List.of(new HorizontalPodAutoscalers(around, discovery, settings.autoscalerTimes()));
            case DISRUPTION -> List.of(new DisruptionBudgets(around, discovery), new StaleDisruptions(around));
            case GARBAGE_COLLECTOR -> List.of(new GarbageCollector(around, discovery, random));
            case NAMESPACE -> List.of(new NamespaceController(around, discovery));
            case SERVICE_ACCOUNT -> List.of(new DefaultAccounts(around));
            case SERVICE_ACCOUNT_TOKEN -> tokens(settings, around);
            case ROOT_CERTIFICATES ->
                settings.rootCertificates().isEmpty()
                        ? List.of()
                        : List.of(new RootCertificates(around, settings.rootCertificates()));
            case NODE_LIFECYCLE -> List.of(new NodeLifecycle(around, settings.nodeTimes()));
            case TAINT_EVICTION -> List.of(new TaintEviction(around));
            case POD_GARBAGE_COLLECTOR -> List.of(new PodGarbageCollector(around));
            case CERTIFICATE_APPROVING -> List.of(new CertificateApprover(around));
            case CERTIFICATE_SIGNING -> signers(settings, around);
            case CERTIFICATE_CLEANER -> List.of(new CertificateCleaner(around));
            case POD_CERTIFICATE_CLEANER -> List.of(new PodCertificateCleaner(around));
            case VOLUME_BINDER -> List.of(new ClaimBinder(around), new VolumePhases(around));
            case HOST_PATH_PROVISIONER -> List.of(new HostPathProvisioner(around));
            case CLAIM_PROTECTION -> List.of(InUseProtection.of(around, StorageKind.CLAIM));
            case VOLUME_PROTECTION -> List.of(InUseProtection.of(around, StorageKind.VOLUME));
            case ATTRIBUTES_CLASS_PROTECTION -> List.of(InUseProtection.of(around, StorageKind.ATTRIBUTES_CLASS));
        };
    }

    private static List<Controller> tokens(ControllerSettings settings, ControllerContext around) {
        var signer = settings.tokenSigner();
        return signer == null ? List.of() : List.of(new TokenSecrets(around, signer, settings.rootCertificates()));
    }

    private static List<Controller> signers(ControllerSettings settings, ControllerContext around) {
        var made = new ArrayList<Controller>();
        for (var issuer : settings.signing().issuers()) {
            for (var signer : Signer.values())
                made.add(new CertificateSigner(
                        around, signer, issuer, settings.signing().longest()));
        }
        return made;
    }
}
