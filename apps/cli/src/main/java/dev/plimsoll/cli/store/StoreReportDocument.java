package dev.plimsoll.cli.store;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.store.embedded.CheckReport;
import dev.plimsoll.store.embedded.RestoreReport;
import dev.plimsoll.store.etcd.EtcdMaintenance;
import java.nio.file.Path;
import java.util.List;

/** What the commands of the store report, for a program to read. */
final class StoreReportDocument {
    private StoreReportDocument() {}

    private static ObjectNode of(Path folder) {
        return JsonNodeFactory.instance.objectNode().put("folder", folder.toString());
    }

    static ObjectNode checked(Path folder, CheckReport report) {
        var object = of(folder)
                .put("whole", report.isWhole())
                .put("inUse", report.inUse())
                .put("oldestRevision", report.oldest())
                .put("revision", report.revision())
                .put("acknowledgedRevision", report.acknowledged())
                .put("keys", report.keys())
                .put("bytes", report.bytes())
                .put("damageFound", report.found())
                .put("revisionsAffected", report.affected());
        report.damage().forEach(object.putArray("damage")::add);
        return object;
    }

    static ObjectNode compacted(Path folder, long before, long after) {
        return of(folder).put("bytesBefore", before).put("bytes", after);
    }

    static ObjectNode restored(Path folder, RestoreReport report) {
        var object = of(folder).put("keys", report.keys()).put("revision", report.revision());
        report.aside().ifPresent(aside -> object.put("aside", aside.toString()));
        report.lost().forEach(object.putArray("lost")::add);
        return object;
    }

    static ObjectNode checked(String place, boolean whole, long keys, long revision) {
        return at(place).put("whole", whole).put("keys", keys).put("revision", revision);
    }

    static ObjectNode restored(String place, long keys, long revision) {
        return at(place).put("keys", keys).put("revision", revision);
    }

    static ObjectNode compacted(String place, long oldest, List<EtcdMaintenance.Defragmented> members) {
        var object = at(place).put("oldestRevision", oldest);
        var list = object.putArray("members");
        for (var each : members) {
            list.addObject()
                    .put("member", each.member().toString())
                    .put("bytesBefore", each.before())
                    .put("bytes", each.after());
        }
        return object;
    }

    private static ObjectNode at(String place) {
        return JsonNodeFactory.instance.objectNode().put("store", place);
    }

    static ObjectNode backedUp(Path file, long revision) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("file", file.toString())
                .put("revision", revision);
    }
}
