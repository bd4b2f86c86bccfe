package dev.plimsoll.apiserver.flowcontrol;

/** Deals each flow some of the queues: two flows seldom have all of them in common, so one that fills its own leaves others some. */
final class ShuffleSharder {
    private ShuffleSharder() {}

    /**
     * Deals without putting back.
     *
     * @param hand takes the cards, from 0 to {@code deck - 1}; the first {@code size} places are written
     */
    static void deal(long flow, int deck, int size, int[] hand) {
        var left = flow & Long.MAX_VALUE;
        for (var i = 0; i < size; i++) {
            var card = (int) (left % (deck - i));
            left /= deck - i;
            // The cards before it are out of the deck; they are kept sorted, so that one pass finds its place.
            var place = 0;
            while (place < i && hand[place] <= card) {
                card++;
                place++;
            }
            for (var move = i; move > place; move--) hand[move] = hand[move - 1];
            hand[place] = card;
        }
    }
}
