package dev.plimsoll.fakes.cri;

import dev.plimsoll.cri.config.ContainerConfig;
import dev.plimsoll.cri.config.IdMapping;
import dev.plimsoll.cri.config.LinuxResources;
import dev.plimsoll.cri.v1.IDMapping;
import dev.plimsoll.cri.v1.SecurityProfile;
import dev.plimsoll.cri.wire.CriDecoder;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A runtime on a unix socket that keeps sandboxes, containers and images without running anything.
 *
 * <p>Resources of running containers go into files below a folder, in the place that a runtime with the cgroupfs driver would
 * use. It can fail, wait, lack methods, and stop and come back with everything it had.
 */
public final class FakeRuntime implements AutoCloseable {
    /** Kept, because a logger that nobody holds forgets its level: unix sockets lack an option that the library always sets. */
    private static final Logger BOOTSTRAP = Logger.getLogger("io.netty.bootstrap.ServerBootstrap");

    static {
        BOOTSTRAP.setLevel(Level.SEVERE);
    }

    private final Path socket;
    private final CriFaults faults = new CriFaults();
    private final FakeImageService images = new FakeImageService();
    private final FakeSessions sessions = new FakeSessions();
    private final FakeState state;
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1, Thread.ofPlatform().daemon().name("fake-cri-", 0).factory(), NioIoHandler.newFactory());
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private @Nullable Server server;

    /** Does not listen yet. */
    public FakeRuntime(Path socket, Path cgroupRoot, InstantSource clock) {
        this.socket = socket;
        this.state = new FakeState(cgroupRoot, clock);
    }

    public CriFaults faults() {
        return faults;
    }

    public FakeSessions sessions() {
        return sessions;
    }

    public void start() throws IOException {
        Files.deleteIfExists(socket);
        server = NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .channelType(NioServerDomainSocketChannel.class)
                .bossEventLoopGroup(group)
                .workerEventLoopGroup(group)
                .executor(executor)
                .intercept(faults)
                .addService(new FakeRuntimeService(state, images, sessions))
                .addService(images)
                .build()
                .start();
    }

    /** As if the process had died: connections break, containers live on. */
    public void stop() throws InterruptedException {
        var running = server;
        if (running == null) return;
        server = null;
        running.shutdownNow();
        running.awaitTermination(10, TimeUnit.SECONDS);
        state.forgetFollowers();
    }

    /** The names under which images were asked for, in turn; empty for nobody's. */
    public List<String> pullers() {
        return List.copyOf(images.users());
    }

    /** Only these users get images from now on. */
    public void welcome(Predicate<String> users) {
        images.welcome(users);
    }

    /** A container ends by itself. */
    public void exit(String container, int exitCode, String reason) {
        state.stop(container, exitCode, reason);
    }

    /** Whether a container is there, be it that it has ended. */
    public boolean knows(String container) {
        return state.knows(container);
    }

    /** Waits until somebody follows the events. */
    public void awaitFollower() throws InterruptedException {
        state.awaitFollower();
    }

    /** The pod's resources as the runtime was told last. */
    public LinuxResources sandboxResources(String id) {
        return CriDecoder.resources(state.sandbox(id).config().getLinux().getResources());
    }

    /** A container's resources as the runtime was told last. */
    public LinuxResources containerResources(String id) {
        return CriDecoder.resources(state.container(id).status().getResources().getLinux());
    }

    /** The container whose processes another one was made to see; empty where that is none. */
    public String targetOf(String container) {
        return state.security(container).getNamespaceOptions().getTargetId();
    }

    /** The profiles that a container is confined by, of seccomp and of AppArmor, as {@code Localhost REFERENCE}; empty where none is. */
    public List<String> profiles(String container) {
        var security = state.security(container);
        return List.of(
                security.hasSeccomp() ? text(security.getSeccomp()) : "",
                security.hasApparmor() ? text(security.getApparmor()) : "");
    }

    private static String text(SecurityProfile profile) {
        return (profile.getProfileType() + " " + profile.getLocalhostRef()).strip();
    }

    /** What a container was made with. */
    public List<ContainerConfig.Mount> mounts(String container) {
        return state.container(container).status().getMountsList().stream()
                .map(each -> new ContainerConfig.Mount(
                        each.getContainerPath(),
                        each.getHostPath(),
                        each.getReadonly(),
                        each.getImage().getImage(),
                        each.getImageSubPath(),
                        users(each.getUidMappingsList())))
                .toList();
    }

    /** What it says of its settings, to who asks at length. */
    public void tellSettings(String json) {
        state.settings = json;
    }

    /** From now on pods may have users of their own. */
    public void offerUserNamespaces() {
        state.offersUserNamespaces = true;
    }

    /** The users that a container was made with; empty for those of the node. */
    public List<IdMapping> users(String container) {
        return users(state.security(container)
                .getNamespaceOptions()
                .getUsernsOptions()
                .getUidsList());
    }

    /** The users that a sandbox was made with; empty for those of the node. */
    public List<IdMapping> usersOfSandbox(String id) {
        return users(state.sandbox(id)
                .config()
                .getLinux()
                .getSecurityContext()
                .getNamespaceOptions()
                .getUsernsOptions()
                .getUidsList());
    }

    private static List<IdMapping> users(List<IDMapping> ranges) {
        return ranges.stream()
                .map(each -> new IdMapping(
                        Integer.toUnsignedLong(each.getHostId()), each.getContainerId(), each.getLength()))
                .toList();
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        executor.shutdownNow();
    }
}
