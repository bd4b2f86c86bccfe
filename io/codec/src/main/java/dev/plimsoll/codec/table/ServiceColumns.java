package dev.plimsoll.codec.table;

import java.util.ArrayList;
import java.util.List;

/** The columns of services. */
final class ServiceColumns {
    static final List<Column> COLUMNS = List.of(
            Column.objectName(),
            Column.text("Type", "How the service is exposed.", row -> row.text("spec.type")),
            Column.text("Cluster-IP", "Address inside the cluster.", ServiceColumns::clusterAddress),
            Column.text("External-IP", "Addresses outside the cluster.", ServiceColumns::externalAddresses),
            Column.text("Port(s)", "Ports that the service has.", ServiceColumns::ports),
            Column.age(),
            Column.text("Selector", ColumnText.SELECTOR, row -> row.pairs("spec.selector"))
                    .wide());

    private ServiceColumns() {}

    private static String clusterAddress(Row row) {
        return row.textOr("spec.clusterIPs.0", row.textOr("spec.clusterIP", Row.NONE));
    }

    private static String externalAddresses(Row row) {
        var external = Row.texts(row.at("spec.externalIPs"));
        return switch (row.textOr("spec.type", "ClusterIP")) {
            case "ClusterIP", "NodePort" -> external.isEmpty() ? Row.NONE : String.join(",", external);
            case "LoadBalancer" -> {
                var all = new ArrayList<String>();
                for (var ingress : row.at("status.loadBalancer.ingress")) {
                    var address = Row.text(ingress.path("ip"));
                    all.add(address.isEmpty() ? Row.text(ingress.path("hostname")) : address);
                }
                all.addAll(external);
                yield all.isEmpty() ? "<pending>" : String.join(",", all);
            }
            case "ExternalName" -> row.text("spec.externalName");
            default -> Age.UNKNOWN;
        };
    }

    private static String ports(Row row) {
        var texts = new ArrayList<String>();
        for (var port : row.at("spec.ports")) {
            var protocol = Row.text(port.path("protocol"));
            var onNode = port.path("nodePort").asInt() > 0
                    ? ":" + port.path("nodePort").asInt()
                    : "";
            texts.add(Row.text(port.path("port")) + onNode + "/" + (protocol.isEmpty() ? "TCP" : protocol));
        }
        return texts.isEmpty() ? Row.NONE : String.join(",", texts);
    }
}
