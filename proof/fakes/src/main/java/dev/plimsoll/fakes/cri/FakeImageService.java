package dev.plimsoll.fakes.cri;

import static dev.plimsoll.fakes.cri.FakeRuntimeService.reply;

import dev.plimsoll.cri.v1.FilesystemIdentifier;
import dev.plimsoll.cri.v1.FilesystemUsage;
import dev.plimsoll.cri.v1.Image;
import dev.plimsoll.cri.v1.ImageFsInfoRequest;
import dev.plimsoll.cri.v1.ImageFsInfoResponse;
import dev.plimsoll.cri.v1.ImageServiceGrpc;
import dev.plimsoll.cri.v1.ImageStatusRequest;
import dev.plimsoll.cri.v1.ImageStatusResponse;
import dev.plimsoll.cri.v1.ListImagesRequest;
import dev.plimsoll.cri.v1.ListImagesResponse;
import dev.plimsoll.cri.v1.PullImageRequest;
import dev.plimsoll.cri.v1.PullImageResponse;
import dev.plimsoll.cri.v1.RemoveImageRequest;
import dev.plimsoll.cri.v1.RemoveImageResponse;
import dev.plimsoll.cri.v1.UInt64Value;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.net.URI;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Every image can be pulled. */
final class FakeImageService extends ImageServiceGrpc.ImageServiceImplBase {
    private static final long SIZE = 1 << 20;

    private final Map<String, Image> images = new ConcurrentSkipListMap<>();
    private final Queue<String> users = new ConcurrentLinkedQueue<>();
    private volatile Predicate<String> isWelcome = _ -> true;

    /** The names under which images were asked for, in turn; empty for nobody's. */
    Queue<String> users() {
        return users;
    }

    void welcome(Predicate<String> users) {
        isWelcome = users;
    }

    @Nullable
    Image find(String reference) {
        var byTag = images.get(reference);
        if (byTag != null) return byTag;
        return images.values().stream()
                .filter(image -> image.getId().equals(reference))
                .findFirst()
                .orElse(null);
    }

    @Override
    public void pullImage(PullImageRequest request, StreamObserver<PullImageResponse> observer) {
        var reference = request.getImage().getImage();
        reply(observer, () -> {
            var user = user(request);
            users.add(user);
            if (!isWelcome.test(user))
                throw Status.UNKNOWN
                        .withDescription("pull access denied for " + reference + " to \"" + user + "\"")
                        .asRuntimeException();
            var image = images.computeIfAbsent(
                    reference,
                    name -> Image.newBuilder()
                            .setId("sha256:%08x".formatted(name.hashCode()))
                            .addRepoTags(name)
                            .setSize(SIZE)
                            .build());
            return PullImageResponse.newBuilder().setImageRef(image.getId()).build();
        });
    }

    /** As in containerd, which keeps credentials that name a server from all others, and reads that name as a URL. */
    private static String user(PullImageRequest request) {
        var auth = request.getAuth();
        if (auth.getServerAddress().isEmpty()) return auth.getUsername();
        var registry = request.getImage().getImage().split("/", -1)[0];
        return registry.equals(URI.create(auth.getServerAddress()).getAuthority()) ? auth.getUsername() : "";
    }

    @Override
    public void imageStatus(ImageStatusRequest request, StreamObserver<ImageStatusResponse> observer) {
        reply(observer, () -> {
            var image = find(request.getImage().getImage());
            return image == null
                    ? ImageStatusResponse.getDefaultInstance()
                    : ImageStatusResponse.newBuilder().setImage(image).build();
        });
    }

    @Override
    public void listImages(ListImagesRequest request, StreamObserver<ListImagesResponse> observer) {
        reply(
                observer,
                () -> ListImagesResponse.newBuilder()
                        .addAllImages(images.values())
                        .build());
    }

    @Override
    public void removeImage(RemoveImageRequest request, StreamObserver<RemoveImageResponse> observer) {
        reply(observer, () -> {
            var image = find(request.getImage().getImage());
            if (image != null) images.values().remove(image);
            return RemoveImageResponse.getDefaultInstance();
        });
    }

    @Override
    public void imageFsInfo(ImageFsInfoRequest request, StreamObserver<ImageFsInfoResponse> observer) {
        reply(
                observer,
                () -> ImageFsInfoResponse.newBuilder()
                        .addImageFilesystems(FilesystemUsage.newBuilder()
                                .setFsId(FilesystemIdentifier.newBuilder().setMountpoint("/images"))
                                .setUsedBytes(UInt64Value.newBuilder().setValue(SIZE * images.size())))
                        .build());
    }
}
