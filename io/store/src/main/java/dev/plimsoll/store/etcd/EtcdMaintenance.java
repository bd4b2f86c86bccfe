package dev.plimsoll.store.etcd;

import io.etcd.jetcd.api.DefragmentRequest;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.StatusRequest;
import io.grpc.StatusRuntimeException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the members of an etcd cluster are asked for one by one. */
public final class EtcdMaintenance {
    /** A member rewrites its whole file, and answers when it has. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private EtcdMaintenance() {}

    /** How many bytes the file of a member had and has. */
    public record Defragmented(URI member, long before, long after) {}

    /** Makes the file of each member as small as what it holds. One after the other: a member answers nobody meanwhile. */
    public static List<Defragmented> defragment(EtcdOptions options) {
        var done = new ArrayList<Defragmented>();
        for (var member : options.endpoints()) {
            try (var connection = new Connection(options.only(member).withPatience(LONGEST))) {
                var before = bytes(connection.maintenance());
                connection.maintenance().defragment(DefragmentRequest.getDefaultInstance());
                done.add(new Defragmented(member, before, bytes(connection.maintenance())));
            } catch (StatusRuntimeException failure) {
                throw EtcdErrors.exception(failure.getStatus());
            }
        }
        return done;
    }

    private static long bytes(MaintenanceGrpc.MaintenanceBlockingStub member) {
        return member.status(StatusRequest.getDefaultInstance()).getDbSize();
    }
}
