package dev.plimsoll.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a viewer may see, by the API server's answers and by its silence. */
// Acceptance of the console: rights
class RightsReviewTest {
    private final AnsweredReviews server = new AnsweredReviews();

    private Rights review(Rights before, long round, List<String> namespaces) {
        return new RightsReview(server.client(), namespaces, round).after(before);
    }

    @Test
    @DisplayName("whoever may list in all namespaces is asked about none of them")
    void everywhere() {
        server.allowed.add("pods");
        server.allowed.add("nodes");
        var rights = review(Rights.NONE, 0, List.of("a", "b"));
        assertThat(rights.pods()).isEqualTo(Rights.Namespaces.ALL);
        assertThat(rights.nodes()).isTrue();
        assertThat(rights.quotas().areNone()).isTrue();
        assertThat(server.asked).doesNotContain("pods a");
    }

    @Test
    @DisplayName("a right that is lost is noticed at the next review, whichever namespaces have their turn")
    void lost() {
        var namespaces = IntStream.range(0, 200).mapToObj("n-%03d"::formatted).toList();
        server.allowed.add("pods n-199");
        var first = review(Rights.NONE, 0, namespaces);
        assertThat(first.pods().names()).containsExactly("n-199");
        server.allowed.clear();
        assertThat(review(first, 1, namespaces).pods().areNone()).isTrue();
    }

    @Test
    @DisplayName(
            "a right that is won is noticed when its namespace has its turn; no review asks about all of many namespaces")
    void won() {
        var namespaces = IntStream.range(0, 200).mapToObj("n-%03d"::formatted).toList();
        var rights = review(Rights.NONE, 0, namespaces);
        server.allowed.add("pods n-150");
        for (var round = 1; round <= 10; round++) {
            server.asked.clear();
            rights = review(rights, round, namespaces);
            assertThat(server.asked).hasSizeLessThan(130);
        }
        assertThat(rights.pods().names()).containsExactly("n-150");
    }

    @Test
    @DisplayName("an API server that cannot be reached, or is overloaded, takes no right away; one that says no does")
    void silence() {
        server.allowed.addAll(Set.of("pods", "nodes"));
        var before = review(Rights.NONE, 0, List.of("a"));
        server.isReachable = false;
        assertThat(review(before, 1, List.of("a"))).isEqualTo(before);
        assertThat(new RightsReview(server.client(), List.of(), 0).first()).isEmpty();
        server.isReachable = true;
        server.status = 503;
        assertThat(review(before, 2, List.of("a"))).isEqualTo(before);
        server.status = 401;
        assertThat(review(before, 3, List.of("a"))).isEqualTo(Rights.NONE);
    }
}
