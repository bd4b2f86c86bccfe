package dev.plimsoll.store.etcd;

import io.grpc.Attributes;
import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.StatusOr;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells gRPC the members of the cluster, which a target names one after the other: {@code plimsoll-etcd:///host:port,host:port}. It
 * uses one, and goes to the next when that one is lost.
 */
final class EtcdMembers extends NameResolverProvider {
    private static final String SCHEME = "plimsoll-etcd";

    /** What gRPC is asked to connect to. It finds its way back to here by the scheme. */
    static String target(List<URI> endpoints) {
        return endpoints.stream().map(EtcdMembers::authority).collect(Collectors.joining(",", SCHEME + ":///", ""));
    }

    @Override
    public String getDefaultScheme() {
        return SCHEME;
    }

    @Override
    protected boolean isAvailable() {
        return true;
    }

    @Override
    protected int priority() {
        return 5;
    }

    @Override
    public Collection<Class<? extends SocketAddress>> getProducedSocketAddressTypes() {
        return Set.of(InetSocketAddress.class);
    }

    @Override
    public @Nullable NameResolver newNameResolver(URI target, NameResolver.Args args) {
        if (!SCHEME.equals(target.getScheme())) return null;
        var endpoints = Arrays.stream(target.getPath().substring(1).split(",", -1))
                .map(member -> URI.create(SCHEME + "://" + member))
                .toList();
        return new NameResolver() {
            private NameResolver.Listener2 listener = new Deaf();

            @Override
            public String getServiceAuthority() {
                return authority(endpoints.getFirst());
            }

            @Override
            public void start(Listener2 listener) {
                this.listener = listener;
                refresh();
            }

            // Names are looked up again each time: a member may have moved.
            @Override
            public void refresh() {
                var groups = endpoints.stream().map(EtcdMembers::group).toList();
                listener.onResult2(ResolutionResult.newBuilder()
                        .setAddressesOrError(StatusOr.fromValue(groups))
                        .build());
            }

            @Override
            public void shutdown() {}
        };
    }

    private static EquivalentAddressGroup group(URI endpoint) {
        var authority = Attributes.newBuilder()
                .set(EquivalentAddressGroup.ATTR_AUTHORITY_OVERRIDE, authority(endpoint))
                .build();
        return new EquivalentAddressGroup(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()), authority);
    }

    private static String authority(URI endpoint) {
        return endpoint.getHost() + ":" + endpoint.getPort();
    }

    /** Before the resolver is started. */
    private static final class Deaf extends NameResolver.Listener2 {
        @Override
        public void onResult(NameResolver.ResolutionResult result) {}

        @Override
        public void onError(io.grpc.Status error) {}
    }
}
