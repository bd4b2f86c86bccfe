package dev.plimsoll.codec.table;

import java.util.ArrayList;

/** The columns of services. */
public final class ServiceColumns {
    public static final Columns COLUMNS = Columns.of(
            "v1 Service",
            Column.objectName(),
            Column.text("Type", row -> row.text("spec.type")),
            Column.text("Cluster-IP", ServiceColumns::clusterAddress),
            Column.text("External-IP", ServiceColumns::externalAddresses),
            Column.text("Port(s)", ServiceColumns::ports),
            Column.age(),
            Column.text("Selector", row -> row.pairs("spec.selector")).wide());

    private ServiceColumns() {}

    private static String clusterAddress(TableRow row) {
        return row.textOr("spec.clusterIPs.0", row.textOr("spec.clusterIP", TableRow.NONE));
    }

    private static String externalAddresses(TableRow row) {
        var external = TableRow.texts(row.at("spec.externalIPs"));
        return switch (row.textOr("spec.type", "ClusterIP")) {
            case "ClusterIP", "NodePort" -> external.isEmpty() ? TableRow.NONE : String.join(",", external);
            case "LoadBalancer" -> {
                var all = new ArrayList<String>();
                for (var ingress : row.at("status.loadBalancer.ingress")) {
                    var address = TableRow.text(ingress.path("ip"));
                    all.add(address.isEmpty() ? TableRow.text(ingress.path("hostname")) : address);
                }
                all.addAll(external);
                yield all.isEmpty() ? "<pending>" : String.join(",", all);
            }
            case "ExternalName" -> row.text("spec.externalName");
            default -> Age.UNKNOWN;
        };
    }

    private static String ports(TableRow row) {
        var texts = new ArrayList<String>();
        for (var port : row.at("spec.ports")) {
            var protocol = TableRow.text(port.path("protocol"));
            var onNode = port.path("nodePort").asInt() > 0
                    ? ":" + port.path("nodePort").asInt()
                    : "";
            texts.add(TableRow.text(port.path("port")) + onNode + "/" + (protocol.isEmpty() ? "TCP" : protocol));
        }
        return texts.isEmpty() ? TableRow.NONE : String.join(",", texts);
    }
}
