package dev.plimsoll.cri;

import dev.plimsoll.cri.config.Credentials;
import dev.plimsoll.cri.config.SandboxConfig;
import dev.plimsoll.cri.usage.FilesystemUsage;
import dev.plimsoll.cri.v1.ImageFsInfoRequest;
import dev.plimsoll.cri.v1.ImageServiceGrpc;
import dev.plimsoll.cri.v1.ImageServiceGrpc.ImageServiceBlockingStub;
import dev.plimsoll.cri.v1.ImageStatusRequest;
import dev.plimsoll.cri.v1.ListImagesRequest;
import dev.plimsoll.cri.v1.PullImageRequest;
import dev.plimsoll.cri.v1.RemoveImageRequest;
import dev.plimsoll.cri.wire.CriDecoder;
import dev.plimsoll.cri.wire.CriEncoder;
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
    public CriReply<String> pull(String image, Credentials credentials, SandboxConfig sandbox) {
        var request = PullImageRequest.newBuilder()
                .setImage(CriEncoder.image(image))
                .setSandboxConfig(CriEncoder.sandbox(sandbox));
        if (!credentials.equals(Credentials.NONE)) request.setAuth(CriEncoder.credentials(credentials));
        return call(timeouts.pull(), stub -> stub.pullImage(request.build()).getImageRef());
    }

    /** Empty where the runtime does not have it. */
    public CriReply<Optional<Image>> find(String image) {
        var request = ImageStatusRequest.newBuilder()
                .setImage(CriEncoder.image(image))
                .build();
        return call(timeouts.call(), stub -> stub.imageStatus(request))
                .map(reply -> reply.hasImage() ? Optional.of(CriDecoder.image(reply.getImage())) : Optional.empty());
    }

    public CriReply<List<Image>> list() {
        return call(timeouts.call(), stub -> stub.listImages(ListImagesRequest.getDefaultInstance()))
                .map(reply ->
                        reply.getImagesList().stream().map(CriDecoder::image).toList());
    }

    public CriReply<Done> remove(String image) {
        var request = RemoveImageRequest.newBuilder()
                .setImage(CriEncoder.image(image))
                .build();
        return call(timeouts.call(), stub -> stub.removeImage(request)).map(_ -> Done.DONE);
    }

    /** The file systems that hold images. */
    public CriReply<List<FilesystemUsage>> filesystems() {
        return call(timeouts.call(), stub -> stub.imageFsInfo(ImageFsInfoRequest.getDefaultInstance()))
                .map(reply -> reply.getImageFilesystemsList().stream()
                        .map(CriDecoder::filesystem)
                        .toList());
    }

    private <T> CriReply<T> call(Duration timeout, Function<ImageServiceBlockingStub, T> call) {
        return CriCalls.answer(() -> call.apply(ImageServiceGrpc.newBlockingStub(channel.ready())
                .withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS)));
    }
}
