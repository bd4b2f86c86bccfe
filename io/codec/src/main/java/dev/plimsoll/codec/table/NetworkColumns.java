package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The columns of the kinds of networking.k8s.io and discovery.k8s.io, and of Endpoints. */
public final class NetworkColumns {
    private static final int SHOWN = 3;
    private static final String UNSET = "<unset>";

    public static final Columns INGRESSES = Columns.of(
            "networking.k8s.io/v1 Ingress",
            Column.objectName(),
            Column.text("Class", row -> row.textOr("spec.ingressClassName", TableRow.NONE)),
            Column.text("Hosts", NetworkColumns::hosts),
            Column.text("Address", NetworkColumns::loadBalancer),
            Column.text("Ports", row -> row.at("spec.tls").isEmpty() ? "80" : "80, 443"),
            Column.age());

    public static final Columns INGRESS_CLASSES = Columns.of(
            "networking.k8s.io/v1 IngressClass",
            Column.objectName(),
            Column.text("Controller", row -> row.text("spec.controller")),
            Column.text("Parameters", NetworkColumns::parameters),
            Column.age());

    public static final Columns POLICIES = Columns.of(
            "networking.k8s.io/v1 NetworkPolicy",
            Column.objectName(),
            Column.text("Pod-Selector", row -> SelectorText.of(row.at("spec.podSelector"))),
            Column.age());

    public static final Columns ADDRESSES = Columns.of(
            "networking.k8s.io/v1 IPAddress", Column.objectName(), Column.text("ParentRef", NetworkColumns::parent));

    public static final Columns SERVICE_CIDRS = Columns.of(
            "networking.k8s.io/v1 ServiceCIDR",
            Column.objectName(),
            Column.text("CIDRs", row -> String.join(",", TableRow.texts(row.at("spec.cidrs")))),
            Column.age());

    public static final Columns ENDPOINTS = Columns.of(
            "v1 Endpoints", Column.objectName(), Column.text("Endpoints", NetworkColumns::subsets), Column.age());

    public static final Columns ENDPOINT_SLICES = Columns.of(
            "discovery.k8s.io/v1 EndpointSlice",
            Column.objectName(),
            Column.text("AddressType", row -> row.text("addressType")),
            Column.text("Ports", NetworkColumns::slicePorts),
            Column.text("Endpoints", NetworkColumns::sliceEndpoints),
            Column.age());

    private NetworkColumns() {}

    private static String hosts(TableRow row) {
        var hosts = new ArrayList<String>();
        var more = 0;
        for (var rule : row.at("spec.rules")) {
            var host = TableRow.text(rule.path("host"));
            if (hosts.size() == SHOWN) more++;
            else if (!host.isEmpty()) hosts.add(host);
        }
        if (hosts.isEmpty()) return "*";
        return String.join(",", hosts) + (more > 0 ? " + " + more + " more..." : "");
    }

    private static String loadBalancer(TableRow row) {
        var addresses = new ArrayList<String>();
        for (var ingress : row.at("status.loadBalancer.ingress")) {
            var ip = TableRow.text(ingress.path("ip"));
            addresses.add(ip.isEmpty() ? TableRow.text(ingress.path("hostname")) : ip);
        }
        return String.join(",", addresses);
    }

    /** As {@code Kind.group/name}. */
    private static String parameters(TableRow row) {
        if (!row.has("spec.parameters")) return TableRow.NONE;
        var group = row.text("spec.parameters.apiGroup");
        return row.text("spec.parameters.kind")
                + (group.isEmpty() ? "" : "." + group)
                + "/"
                + row.text("spec.parameters.name");
    }

    private static String parent(TableRow row) {
        if (!row.has("spec.parentRef")) return UNSET;
        var parts = new ArrayList<String>();
        for (var name : List.of("resource", "group", "namespace", "name")) {
            var part = row.text("spec.parentRef." + name);
            if (name.equals("group")) {
                if (!part.isEmpty()) parts.set(0, parts.getFirst() + "." + part);
            } else if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return String.join("/", parts);
    }

    private static String subsets(TableRow row) {
        var shown = new ArrayList<String>();
        var all = 0;
        for (var subset : row.at("subsets")) {
            var ports = subset.path("ports");
            for (var address : subset.path("addresses")) {
                if (ports.isEmpty()) {
                    if (all++ < SHOWN) shown.add(TableRow.text(address.path("ip")));
                }
                for (var port : ports) {
                    if (all++ < SHOWN)
                        shown.add(hostPort(TableRow.text(address.path("ip")), TableRow.text(port.path("port"))));
                }
            }
        }
        return cut(shown, all, TableRow.NONE);
    }

    private static String hostPort(String ip, String port) {
        return (ip.contains(":") ? "[" + ip + "]" : ip) + ":" + port;
    }

    private static String slicePorts(TableRow row) {
        var shown = new ArrayList<String>();
        var all = 0;
        for (var port : row.at("ports")) {
            if (all++ >= SHOWN) continue;
            shown.add(TableRow.isGiven(port.path("port")) ? TableRow.text(port.path("port")) : nameOf(port));
        }
        return cut(shown, all, UNSET);
    }

    private static String nameOf(JsonNode port) {
        var name = TableRow.text(port.path("name"));
        return name.isEmpty() ? "*" : name;
    }

    private static String sliceEndpoints(TableRow row) {
        var shown = new ArrayList<String>();
        var all = 0;
        for (var endpoint : row.at("endpoints")) {
            for (var address : endpoint.path("addresses")) {
                if (all++ < SHOWN) shown.add(TableRow.text(address));
            }
        }
        return cut(shown, all, UNSET);
    }

    private static String cut(List<String> shown, int all, String none) {
        if (all == 0) return none;
        var text = String.join(",", shown);
        return all > shown.size() ? text + " + " + (all - shown.size()) + " more..." : text;
    }
}
