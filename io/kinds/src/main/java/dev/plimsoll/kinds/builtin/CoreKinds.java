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
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.KindDescriptor;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.defaults.NetworkDefaults;
import dev.plimsoll.kinds.defaults.StorageDefaults;
import java.util.List;
import java.util.Set;

/** The kinds of the core group. */
final class CoreKinds {
    private static final Set<Verb> CONNECTED = Set.of(Verb.CREATE, Verb.GET);
    private static final Set<Verb> PROXIED = Set.of(Verb.CREATE, Verb.DELETE, Verb.GET, Verb.PATCH, Verb.UPDATE);

    static final List<Kind> ALL = List.of(
            kind("Binding", "bindings").verbs(Verb.CREATE).build(),
            kind("ComponentStatus", "componentstatuses")
                    .clusterScoped()
                    .shortNames("cs")
                    .verbs(Verb.GET, Verb.LIST)
                    .deprecated("v1 ComponentStatus is deprecated in v1.19+")
                    .columns(() -> SimpleColumns.COMPONENT_STATUSES)
                    .build(),
            kind("ConfigMap", "configmaps")
                    .shortNames("cm")
                    .columns(() -> SimpleColumns.CONFIG_MAPS)
                    .build(),
            kind("Endpoints", "endpoints")
                    .shortNames("ep")
                    .columns(() -> NetworkColumns.ENDPOINTS)
                    .defaults(NetworkDefaults::endpoints)
                    .deprecated("v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice")
                    .build(),
            kind("Event", "events")
                    .shortNames("ev")
                    .columns(() -> EventColumns.COLUMNS)
                    .selectableFields(SelectableFields.EVENTS)
                    .build(),
            kind("LimitRange", "limitranges")
                    .shortNames("limits")
                    .columns(Columns::nameAndCreation)
                    .build(),
            kind("Namespace", "namespaces")
                    .clusterScoped()
                    .shortNames("ns")
                    .named(Naming.LABEL)
                    .withoutVerb(Verb.DELETE_COLLECTION)
                    .status()
                    .subresource("finalize", "", "v1", "Namespace", Set.of(Verb.UPDATE))
                    .columns(() -> SimpleColumns.NAMESPACES)
                    .selectableFields(SelectableFields.of("status.phase"))
                    .build(),
            kind("Node", "nodes")
                    .clusterScoped()
                    .shortNames("no")
                    .status()
                    .subresource("proxy", "", "v1", "NodeProxyOptions", PROXIED)
                    .columns(() -> NodeColumns.COLUMNS)
                    .selectableFields(SelectableFields.NODES)
                    .build(),
            kind("PersistentVolumeClaim", "persistentvolumeclaims")
                    .shortNames("pvc")
                    .status()
                    .columns(() -> StorageColumns.CLAIMS)
                    .defaults(StorageDefaults::claim)
                    .preparedWith(StorageDefaults::newClaim)
                    .returnsDeleted()
                    .build(),
            kind("PersistentVolume", "persistentvolumes")
                    .clusterScoped()
                    .shortNames("pv")
                    .status()
                    .columns(() -> StorageColumns.VOLUMES)
                    .defaults(StorageDefaults::volume)
                    .preparedWith(StorageDefaults::newVolume)
                    .returnsDeleted()
                    .build(),
            kind("Pod", "pods")
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
                    .build(),
            kind("PodTemplate", "podtemplates")
                    .tracksGeneration()
                    .columns(() -> WorkloadColumns.POD_TEMPLATES)
                    .returnsDeleted()
                    .build(),
            kind("ReplicationController", "replicationcontrollers")
                    .named(Naming.LONG_NAME)
                    .shortNames("rc")
                    .categories("all")
                    .tracksGeneration()
                    .scale()
                    .status()
                    .columns(() -> WorkloadColumns.REPLICATION_CONTROLLERS)
                    .selectableFields(SelectableFields.REPLICATION_CONTROLLERS)
                    .orphansByDefault("")
                    .build(),
            kind("ResourceQuota", "resourcequotas")
                    .shortNames("quota")
                    .status()
                    .columns(() -> PolicyColumns.QUOTAS)
                    .returnsDeleted()
                    .build(),
            kind("Secret", "secrets")
                    .columns(() -> SimpleColumns.SECRETS)
                    .selectableFields(SelectableFields.of("type"))
                    .build(),
            kind("ServiceAccount", "serviceaccounts")
                    .shortNames("sa")
                    .subresource("token", "authentication.k8s.io", "v1", "TokenRequest", Set.of(Verb.CREATE))
                    .returnsDeleted()
                    .build(),
            kind("Service", "services")
                    .shortNames("svc")
                    .categories("all")
                    .named(Naming.LABEL)
                    .status()
                    .subresource("proxy", "", "v1", "ServiceProxyOptions", PROXIED)
                    .columns(() -> ServiceColumns.COLUMNS)
                    .selectableFields(SelectableFields.of("spec.clusterIP", "spec.type"))
                    .returnsDeleted()
                    .build());

    private CoreKinds() {}

    private static KindDescriptor kind(String name, String plural) {
        return KindDescriptor.of("v1", name, plural);
    }
}
