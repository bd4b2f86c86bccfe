package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.ArrayList;

/** The columns of certificates, devices, flow control and storage migration. */
public final class ClusterColumns {
    public static final Columns SIGNING_REQUESTS = Columns.of(
            "certificates.k8s.io/v1 CertificateSigningRequest",
            Column.objectName(),
            Column.age(),
            Column.text("SignerName", row -> row.textOr("spec.signerName", TableRow.NONE)),
            Column.text("Requestor", row -> row.text("spec.username")),
            Column.text("RequestedDuration", ClusterColumns::requestedDuration),
            Column.text("Condition", ClusterColumns::signingCondition));

    public static final Columns TRUST_BUNDLES = Columns.of(
            "certificates.k8s.io/v1 ClusterTrustBundle",
            Column.objectName(),
            Column.text("SignerName", row -> row.textOr("spec.signerName", TableRow.NONE)));

    public static final Columns POD_CERTIFICATES = Columns.of(
            "certificates.k8s.io/v1 PodCertificateRequest",
            Column.objectName(),
            Column.text("PodName", row -> row.text("spec.podName")),
            Column.text("ServiceAccountName", row -> row.text("spec.serviceAccountName")),
            Column.text("NodeName", row -> row.text("spec.nodeName")),
            Column.text("SignerName", row -> row.text("spec.signerName")),
            Column.text("State", ClusterColumns::certificateState),
            Column.text("UnverifiedUserAnnotations", row -> row.pairs("spec.unverifiedUserAnnotations")));

    public static final Columns RESOURCE_CLAIMS = Columns.of(
            "resource.k8s.io/v1 ResourceClaim",
            Column.objectName(),
            Column.text("State", ClusterColumns::claimState),
            Column.age());

    public static final Columns RESOURCE_SLICES = Columns.of(
            "resource.k8s.io/v1 ResourceSlice",
            Column.objectName(),
            Column.text("Node", ClusterColumns::sliceNode),
            Column.text("Driver", row -> row.text("spec.driver")),
            Column.text("Pool", row -> row.text("spec.pool.name")),
            Column.age());

    public static final Columns DEVICE_TAINTS = Columns.of(
            "resource.k8s.io/v1 DeviceTaintRule",
            Column.objectName(),
            Column.text("Key", row -> row.text("spec.taint.key")),
            Column.text("Value", row -> row.text("spec.taint.value")),
            Column.text("Effect", row -> row.text("spec.taint.effect")),
            Column.text("TimeAdded", row -> row.age("spec.taint.timeAdded")),
            Column.age());

    public static final Columns FLOW_SCHEMAS = Columns.of(
            "flowcontrol.apiserver.k8s.io/v1 FlowSchema",
            Column.objectName(),
            Column.text("PriorityLevel", row -> row.text("spec.priorityLevelConfiguration.name")),
            Column.count("MatchingPrecedence", row -> row.number("spec.matchingPrecedence")),
            Column.text("DistinguisherMethod", row -> row.textOr("spec.distinguisherMethod.type", TableRow.NONE)),
            Column.age(),
            Column.text("MissingPL", row -> row.condition("Dangling").orElse("?")));

    public static final Columns PRIORITY_LEVELS = Columns.of(
            "flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration",
            Column.objectName(),
            Column.text("Type", row -> row.text("spec.type")),
            numberOrNone("NominalConcurrencyShares", "nominalConcurrencyShares"),
            numberOrNone("Queues", "limitResponse.queuing.queues"),
            numberOrNone("HandSize", "limitResponse.queuing.handSize"),
            numberOrNone("QueueLengthLimit", "limitResponse.queuing.queueLengthLimit"),
            Column.age());

    public static final Columns MIGRATIONS = Columns.of(
            "storagemigration.k8s.io/v1 StorageVersionMigration",
            Column.objectName(),
            Column.text("Resource", ClusterColumns::migrated),
            Column.text("Status", ClusterColumns::migration));

    private ClusterColumns() {}

    /** A number of a limited or exempt priority level, where it has one. */
    private static Column numberOrNone(String name, String path) {
        return Column.text(name, _ -> TableRow.NONE).showing(row -> {
            var limited = row.at("spec.limited." + path);
            var value = TableRow.isGiven(limited) ? limited : row.at("spec.exempt." + path);
            return TableRow.isGiven(value) ? value : JsonNodeFactory.instance.textNode(TableRow.NONE);
        });
    }

    private static String requestedDuration(TableRow row) {
        return row.has("spec.expirationSeconds")
                ? Age.of(Duration.ofSeconds(row.number("spec.expirationSeconds")))
                : TableRow.NONE;
    }

    private static String signingCondition(TableRow row) {
        var failed = row.condition("Failed").isPresent();
        var shown = new ArrayList<String>();
        if (row.condition("Approved").isPresent()) shown.add("Approved");
        else if (row.condition("Denied").isPresent()) shown.add("Denied");
        else shown.add("Pending");
        if (failed) shown.add("Failed");
        if (!row.text("status.certificate").isEmpty()) shown.add("Issued");
        return String.join(",", shown);
    }

    private static String certificateState(TableRow row) {
        for (var state : new String[] {"Issued", "Denied", "Failed"}) if (row.isTrue(state)) return state;
        return "Pending";
    }

    private static String claimState(TableRow row) {
        var parts = new ArrayList<String>();
        if (row.has("metadata.deletionTimestamp")) parts.add("deleted");
        if (!row.has("status.allocation")) {
            if (parts.isEmpty()) parts.add("pending");
        } else {
            parts.add("allocated");
            if (!row.at("status.reservedFor").isEmpty()) parts.add("reserved");
        }
        return String.join(",", parts);
    }

    private static String sliceNode(TableRow row) {
        if (!row.text("spec.nodeName").isEmpty()) return row.text("spec.nodeName");
        return row.at("spec.allNodes").asBoolean() ? "<all>" : "<unset>";
    }

    private static String migrated(TableRow row) {
        var group = row.text("spec.resource.group");
        var resource = row.text("spec.resource.resource");
        return group.isEmpty() ? resource : resource + "." + group;
    }

    private static String migration(TableRow row) {
        for (var state : new String[] {"Succeeded", "Failed", "Running"}) if (row.isTrue(state)) return state;
        return "";
    }
}
