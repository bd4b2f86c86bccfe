package dev.plimsoll.apiserver.services;

import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.service.IpAddressObject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Which addresses are taken: each is an IPAddress of its name, so that the store lets only one write make it. */
final class AddressClaims {

    private final Registry registry;
    private final Kind kind;
    private final InstantSource clock;
    private final Supplier<String> uids;

    AddressClaims(Registry registry, Kinds kinds, InstantSource clock, Supplier<String> uids) {
        this.registry = registry;
        this.kind = kinds.named("networking.k8s.io", "IPAddress");
        this.clock = clock;
        this.uids = uids;
    }

    /** Takes an address if nobody has it. */
    boolean take(String address, ObjectName owner) {
        var document = IpAddressObject.of(address, uids.get(), DocumentMetadata.time(clock.instant()), owner);
        return registry.create(kind, "", address, document) instanceof Written.Done;
    }

    /** Gives an address back, if it is still its owner's. */
    void release(String address, ObjectName owner) {
        var found = registry.find(kind, "", address);
        if (found.isPresent() && owner.equals(new IpAddressObject(found.get().tree()).service()))
            registry.delete(found.get());
    }

    /** A claim that was found in the store. */
    record Held(String address, ObjectName owner, Instant since) {}

    /** Those that servers have made. */
    List<Held> all() {
        var all = new ArrayList<Held>();
        for (var object : registry.latest(kind, "").objects()) {
            var claim = new IpAddressObject(object.object().tree());
            if (!claim.isOfAllocator()) continue;
            all.add(new Held(
                    claim.metadata().name(), claim.service(), claim.metadata().created()));
        }
        return all;
    }
}
