package dev.plimsoll.nodeagent.simulated.servers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.admission.SampleConversion;
import dev.plimsoll.objects.admission.SampleReview;
import java.io.IOException;
import java.time.Duration;

/** {@code agnhost webhook} and {@code agnhost crd-conversion-webhook}. */
final class ReviewService implements SimulatedHttpService {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration DELAY = Duration.ofSeconds(5);
    private static final Duration ENDLESS = Duration.ofMinutes(5);

    @Override
    public HttpReply answer(HttpRequest request) throws InterruptedException {
        if (request.path().equals("/readyz")) return HttpReply.ok("ok");
        ObjectNode review;
        try {
            if (!(MAPPER.readTree(request.body()) instanceof ObjectNode given))
                return HttpReply.text(400, "expected a review\n");
            review = given;
        } catch (IOException _) {
            return HttpReply.text(400, "expected a review in JSON\n");
        }
        if (request.path().equals("/crdconvert")) return HttpReply.document(200, SampleConversion.answer(review));
        if (request.path().equals("/always-allow-delay-5s")) Thread.sleep(DELAY);
        if (SampleReview.isEndless(request.path(), review)) Thread.sleep(ENDLESS);
        return SampleReview.answer(request.path(), review)
                .map(answer -> HttpReply.document(200, answer))
                .orElseGet(HttpReply::notFound);
    }
}
