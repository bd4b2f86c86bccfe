package dev.plimsoll.cri;

import dev.plimsoll.cri.v1.ImageFsInfoRequest;
import dev.plimsoll.cri.v1.ImageServiceGrpc;
import dev.plimsoll.cri.v1.ImageServiceGrpc.ImageServiceBlockingStub;
import dev.plimsoll.cri.v1.ImageStatusRequest;
import dev.plimsoll.cri.v1.ListImagesRequest;
import dev.plimsoll.cri.v1.PullImageRequest;
import dev.plimsoll.cri.v1.RemoveImageRequest;
import dev.plimsoll.cri.wire.Decoding;
import dev.plimsoll.cri.wire.Encoding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The images of a runtime. */
public final class ImageCalls {
    private final UnixChannel channel;
    private final CallTimeouts timeouts;

    ImageCalls(UnixChannel channel, CallTimeouts timeouts) {
        this.channel = channel;
        this.timeouts = timeouts;
    }

    /** Fetches an image for a sandbox; the reference under which containers name it. */
    public Answer<String> pull(String image, Credentials credentials, SandboxConfig sandbox) {
        var request = PullImageRequest.newBuilder()
                .setImage(Encoding.image(image))
                .setSandboxConfig(Encoding.sandbox(sandbox));
        if (!credentials.equals(Credentials.NONE)) request.setAuth(Encoding.credentials(credentials));
        return call(timeouts.pull(), stub -> stub.pullImage(request.build()).getImageRef());
    }

    /** Empty where the runtime does not have it. */
    public Answer<Optional<Image>> find(String image) {
        var request =
                ImageStatusRequest.newBuilder().setImage(Encoding.image(image)).build();
        return call(timeouts.call(), stub -> stub.imageStatus(request))
                .map(reply -> reply.hasImage() ? Optional.of(Decoding.image(reply.getImage())) : Optional.empty());
    }

    public Answer<List<Image>> list() {
        return call(timeouts.call(), stub -> stub.listImages(ListImagesRequest.getDefaultInstance()))
                .map(reply ->
                        reply.getImagesList().stream().map(Decoding::image).toList());
    }

    public Answer<Done> remove(String image) {
        var request =
                RemoveImageRequest.newBuilder().setImage(Encoding.image(image)).build();
        return call(timeouts.call(), stub -> stub.removeImage(request)).map(_ -> Done.DONE);
    }

    /** The file systems that hold images. */
    public Answer<List<FilesystemUsage>> filesystems() {
        return call(timeouts.call(), stub -> stub.imageFsInfo(ImageFsInfoRequest.getDefaultInstance()))
                .map(reply -> reply.getImageFilesystemsList().stream()
                        .map(Decoding::filesystem)
                        .toList());
    }

    private <T> Answer<T> call(Duration timeout, Function<ImageServiceBlockingStub, T> call) {
        return Calls.answer(() -> call.apply(ImageServiceGrpc.newBlockingStub(channel.ready())
                .withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS)));
    }
}
