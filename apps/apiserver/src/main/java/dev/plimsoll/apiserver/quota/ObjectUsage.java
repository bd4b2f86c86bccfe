package dev.plimsoll.apiserver.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.objects.service.ServiceObject;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What an object other than a pod is charged: one of its kind, and what services and claims take beside. */
public final class ObjectUsage {
    private static final String COUNT = "count/";
    /** Between the name of a storage class and what a quota bounds of its claims. */
    private static final String OF_CLASS = ".storageclass.storage.k8s.io/";

    private static final Set<String> BY_PLURAL = Set.of(
            "configmaps", "secrets", "services", "replicationcontrollers", "resourcequotas", "persistentvolumeclaims");
    private static final Map<String, String> PARTS = Map.of(
            "services.nodeports", "services",
            "services.loadbalancers", "services",
            "requests.storage", "persistentvolumeclaims");

    private ObjectUsage() {}

    public static ResourceAmounts of(Kind kind, ObjectNode object) {
        var usage = new TreeMap<ResourceName, Quantity>();
        put(usage, COUNT + kind.qualifiedPlural(), 1);
        if (!kind.group().isEmpty()) return ResourceAmounts.of(usage);
        if (BY_PLURAL.contains(kind.plural())) put(usage, kind.plural(), 1);
        if (kind.is("", "Service")) service(usage, new ServiceObject(object));
        if (kind.is("", "PersistentVolumeClaim")) claim(usage, new PersistentVolumeClaimObject(object));
        return ResourceAmounts.of(usage);
    }

    private static void service(Map<ResourceName, Quantity> usage, ServiceObject service) {
        var balanced = service.type().equals("LoadBalancer");
        var ported = service.type().equals("NodePort") || (balanced && service.allocatesLoadBalancerNodePorts());
        put(usage, "services.loadbalancers", balanced ? 1 : 0);
        put(usage, "services.nodeports", ported ? service.portCount() : 0);
    }

    private static void claim(Map<ResourceName, Quantity> usage, PersistentVolumeClaimObject claim) {
        var ofClass = claim.claim().className() + OF_CLASS;
        put(usage, ofClass + "persistentvolumeclaims", 1);
        if (Quantity.parse(claim.requestedStorage()) instanceof ParsedQuantity.Parsed(var quantity)) {
            usage.put(ResourceName.of("requests.storage"), quantity);
            usage.put(ResourceName.of(ofClass + "requests.storage"), quantity);
        }
    }

    private static void put(Map<ResourceName, Quantity> usage, String name, long amount) {
        usage.put(ResourceName.of(name), Quantity.of(amount, QuantityFormat.DECIMAL_SI));
    }

    private static String plural(String text) {
        if (text.endsWith(OF_CLASS + "requests.storage") || text.endsWith(OF_CLASS + "persistentvolumeclaims")) {
            return "persistentvolumeclaims";
        }
        return PARTS.getOrDefault(text, BY_PLURAL.contains(text) ? text : "");
    }

    /** The kind whose objects a name of a quota counts; empty for pods and for kinds that are not served. */
    static Optional<Kind> counted(ResourceName name, Kinds kinds) {
        var text = name.text();
        var qualified = text.startsWith(COUNT) ? text.substring(COUNT.length()) : plural(text);
        return kinds.all().stream()
                .filter(kind -> kind.isStored() && kind.namespaced() && !kind.is("", "Pod"))
                .filter(kind -> kind.qualifiedPlural().equals(qualified))
                .findFirst();
    }
}
