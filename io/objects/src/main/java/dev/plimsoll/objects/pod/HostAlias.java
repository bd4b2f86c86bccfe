package dev.plimsoll.objects.pod;

import java.util.List;

/** Further names of an address, for the hosts file of a pod. */
public record HostAlias(String ip, List<String> hostnames) {
    public HostAlias {
        hostnames = List.copyOf(hostnames);
    }
}
