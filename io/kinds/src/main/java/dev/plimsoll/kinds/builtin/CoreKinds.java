package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.Columns;
import dev.plimsoll.codec.table.EventColumns;
import dev.plimsoll.codec.table.NetworkColumns;
import dev.plimsoll.codec.table.NodeColumns;
import dev.plimsoll.codec.table.PodColumns;
import dev.plimsoll.codec.table.PolicyColumns;
import dev.plimsoll.codec.table.ServiceColumns;
import dev.plimsoll.codec.table.SimpleColumns;
import dev.plimsoll.codec.table.StorageColumns;
import dev.plimsoll.codec.table.WorkloadColumns;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.defaults.DroppedFields;
import dev.plimsoll.kinds.defaults.NetworkDefaults;
import dev.plimsoll.kinds.defaults.NodeDefaults;
import dev.plimsoll.kinds.defaults.StorageDefaults;
import dev.plimsoll.kinds.rules.network.EndpointRules;
import dev.plimsoll.kinds.rules.storage.PersistentVolumeClaimRules;
import dev.plimsoll.kinds.rules.storage.PersistentVolumeRules;
import dev.plimsoll.kinds.rules.workload.WorkloadRules;
import dev.plimsoll.kinds.strategy.builtin.ConfigMapStrategy;
import dev.plimsoll.kinds.strategy.builtin.EventStrategy;
import dev.plimsoll.kinds.strategy.builtin.LimitRangeStrategy;
import dev.plimsoll.kinds.strategy.builtin.NamespaceStrategy;
import dev.plimsoll.kinds.strategy.builtin.NodeStrategy;
import dev.plimsoll.kinds.strategy.builtin.ResourceQuotaStrategy;
import dev.plimsoll.kinds.strategy.builtin.SecretStrategy;
import dev.plimsoll.kinds.strategy.builtin.ServiceStrategy;
import dev.plimsoll.kinds.strategy.pod.PodStrategy;
import dev.plimsoll.kinds.strategy.pod.VolumeWarnings;
import dev.plimsoll.kinds.strategy.workload.PodTemplateStrategy;
import dev.plimsoll.kinds.strategy.workload.ReplicationControllerStrategy;
import dev.plimsoll.objects.ConfigMapObject;
import dev.plimsoll.objects.NamespaceObject;
import dev.plimsoll.objects.event.EventObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import dev.plimsoll.objects.service.EndpointsObject;
import dev.plimsoll.objects.service.ServiceObject;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import java.util.List;
import java.util.Set;

/** The kinds of the core group. */
final class CoreKinds {
    private static final Set<Verb> CONNECTED = Set.of(Verb.CREATE, Verb.GET);
    private static final Set<Verb> PROXIED = Set.of(Verb.CREATE, Verb.DELETE, Verb.GET, Verb.PATCH, Verb.UPDATE);

    static final List<KindDescriptor> ALL = List.of(
            kind("Binding", "bindings").verbs(Verb.CREATE).build(),
            kind("ComponentStatus", "componentstatuses")
                    .clusterScoped()
                    .shortNames("cs")
                    .verbs(Verb.GET, Verb.LIST)
                    .deprecated("v1 ComponentStatus is deprecated in v1.19+")
                    .columns(() -> SimpleColumns.COMPONENT_STATUSES)
                    .build(),
            KindDescriptor.of(ConfigMapObject.KIND)
                    .shortNames("cm")
                    .columns(() -> SimpleColumns.CONFIG_MAPS)
                    .strategy(ConfigMapStrategy::new)
                    .build(),
            KindDescriptor.of(EndpointsObject.KIND)
                    .shortNames("ep")
                    .columns(() -> NetworkColumns.ENDPOINTS)
                    .defaults(NetworkDefaults::endpoints)
                    .deprecated("v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice")
                    .rules(EndpointRules::endpoints)
                    .build(),
            KindDescriptor.of(EventObject.KIND)
                    .shortNames("ev")
                    .columns(() -> EventColumns.COLUMNS)
                    .selectableFields(SelectableFields.EVENTS)
                    .strategy(EventStrategy::new)
                    .build(),
            kind("LimitRange", "limitranges")
                    .shortNames("limits")
                    .columns(Columns::nameAndCreation)
                    .strategy(LimitRangeStrategy::new)
                    .build(),
            KindDescriptor.of(NamespaceObject.KIND)
                    .shortNames("ns")
                    .named(Naming.LABEL)
                    .withoutVerb(Verb.DELETE_COLLECTION)
                    .status()
                    .subresource("finalize", "", "v1", "Namespace", Set.of(Verb.UPDATE))
                    .columns(() -> SimpleColumns.NAMESPACES)
                    .selectableFields(SelectableFields.of("status.phase"))
                    .strategy(NamespaceStrategy::new)
                    .build(),
            KindDescriptor.of(NodeObject.KIND)
                    .shortNames("no")
                    .status()
                    .subresource("proxy", "", "v1", "NodeProxyOptions", PROXIED)
                    .columns(() -> NodeColumns.COLUMNS)
                    .selectableFields(SelectableFields.NODES)
                    .defaults(NodeDefaults::apply)
                    .strategy(NodeStrategy::new)
                    .build(),
            KindDescriptor.of(PersistentVolumeClaimObject.KIND)
                    .shortNames("pvc")
                    .status()
                    .columns(() -> StorageColumns.CLAIMS)
                    .defaults(StorageDefaults::claim)
                    .preparedWith(StorageDefaults::newClaim)
                    .returnsDeleted()
                    .rules(PersistentVolumeClaimRules::check)
                    .warnings(PersistentVolumeClaimRules::warnings)
                    .build(),
            kind("PersistentVolume", "persistentvolumes")
                    .clusterScoped()
                    .shortNames("pv")
                    .status()
                    .columns(() -> StorageColumns.VOLUMES)
                    .defaults(StorageDefaults::volume)
                    .preparedWith(StorageDefaults::newVolume)
                    .returnsDeleted()
                    .rules(PersistentVolumeRules::check)
                    .warnings(spec -> VolumeWarnings.ofSource(spec.node(), "spec"))
                    .build(),
            KindDescriptor.of(PodObject.KIND)
                    .shortNames("po")
                    .categories("all")
                    .tracksGeneration()
                    .status()
                    .subresource("resize")
                    .subresource("attach", "", "v1", "PodAttachOptions", CONNECTED)
                    .subresource("exec", "", "v1", "PodExecOptions", CONNECTED)
                    .subresource("portforward", "", "v1", "PodPortForwardOptions", CONNECTED)
                    .subresource("proxy", "", "v1", "PodProxyOptions", PROXIED)
                    .subresource("ephemeralcontainers")
                    .subresource("log", "", "v1", "Pod", Set.of(Verb.GET))
                    .subresource("binding", "", "v1", "Binding", Set.of(Verb.CREATE))
                    .subresource("eviction", "policy", "v1", "Eviction", Set.of(Verb.CREATE))
                    .columns(() -> PodColumns.COLUMNS)
                    .selectableFields(SelectableFields.PODS)
                    .returnsDeleted()
                    .strategy(PodStrategy::new)
                    .statusResets("metadata.deletionTimestamp", "metadata.ownerReferences")
                    .build(),
            kind("PodTemplate", "podtemplates")
                    .tracksGeneration()
                    .columns(() -> WorkloadColumns.POD_TEMPLATES)
                    .returnsDeleted()
                    .rulesWithTemplate(templates -> new WorkloadRules(templates)::podTemplate)
                    .strategy(PodTemplateStrategy::new)
                    .build(),
            KindDescriptor.of(ReplicaSetObject.REPLICATION_CONTROLLER)
                    .named(Naming.LONG_NAME)
                    .shortNames("rc")
                    .categories("all")
                    .tracksGeneration()
                    .scale()
                    .status()
                    .columns(() -> WorkloadColumns.REPLICATION_CONTROLLERS)
                    .selectableFields(SelectableFields.REPLICATION_CONTROLLERS)
                    .orphansByDefault("")
                    .rulesWithTemplate(templates -> new WorkloadRules(templates)::replicationController)
                    .strategy(ReplicationControllerStrategy::new)
                    .build(),
            KindDescriptor.of(ResourceQuotaObject.KIND)
                    .shortNames("quota")
                    .status()
                    .columns(() -> PolicyColumns.QUOTAS)
                    .returnsDeleted()
                    .strategy(ResourceQuotaStrategy::new)
                    .build(),
            kind("Secret", "secrets")
                    .columns(() -> SimpleColumns.SECRETS)
                    .selectableFields(SelectableFields.of("type"))
                    .strategy(SecretStrategy::new)
                    .build(),
            kind("ServiceAccount", "serviceaccounts")
                    .shortNames("sa")
                    .subresource("token", "authentication.k8s.io", "v1", "TokenRequest", Set.of(Verb.CREATE))
                    .defaults(DroppedFields.of(
                            "secrets.*.apiVersion",
                            "secrets.*.fieldPath",
                            "secrets.*.kind",
                            "secrets.*.namespace",
                            "secrets.*.resourceVersion",
                            "secrets.*.uid"))
                    .returnsDeleted()
                    .build(),
            KindDescriptor.of(ServiceObject.KIND)
                    .shortNames("svc")
                    .categories("all")
                    .named(Naming.LABEL)
                    .status()
                    .subresource("proxy", "", "v1", "ServiceProxyOptions", PROXIED)
                    .columns(() -> ServiceColumns.COLUMNS)
                    .selectableFields(SelectableFields.of("spec.clusterIP", "spec.type"))
                    .returnsDeleted()
                    .strategy(ServiceStrategy::new)
                    .build());

    private CoreKinds() {}

    private static KindDescriptorBuilder kind(String name, String plural) {
        return KindDescriptor.of("v1", name, plural);
    }
}
