package dev.plimsoll.autoscaler.prometheus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Reads Prometheus' answer to a query whose result is a matrix, one series after the other, so that only one is held. */
final class MatrixReader {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int FIRST_POINTS = 256;

    private final String page;
    private final int code;
    private final PrometheusClient.SeriesSink sink;
    private String status = "";
    private String error = "";
    private long[] times = new long[FIRST_POINTS];
    private double[] values = new double[FIRST_POINTS];

    /** @param page for messages */
    MatrixReader(String page, int code, PrometheusClient.SeriesSink sink) {
        this.page = page;
        this.code = code;
        this.sink = sink;
    }

    void read(InputStream body) throws IOException {
        try (var json = FACTORY.createParser(body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) throw noJson();
            members(json, this::answer);
        } catch (JsonProcessingException _) {
            throw noJson();
        }
        if (code != 200 || !status.equals("success")) {
            throw new IOException(page + ": HTTP " + code + (error.isEmpty() ? "" : ": " + error));
        }
    }

    private IOException noJson() {
        return new IOException(page + ": HTTP " + code + ", and the answer is no JSON: is this a Prometheus?");
    }

    private interface Member {
        void read(JsonParser json, String name) throws IOException;
    }

    /** The members of the object that the parser is at the start of. */
    private static void members(JsonParser json, Member member) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            var name = json.currentName();
            json.nextToken();
            member.read(json, name);
        }
    }

    private void answer(JsonParser json, String name) throws IOException {
        if (name.equals("status")) status = json.getText();
        else if (name.equals("error")) error = json.getText();
        else if (name.equals("data") && json.currentToken() == JsonToken.START_OBJECT) members(json, this::result);
        else json.skipChildren();
    }

    private void result(JsonParser json, String name) throws IOException {
        if (!name.equals("result") || json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.START_OBJECT) series(json);
    }

    private void series(JsonParser json) throws IOException {
        var labels = new HashMap<String, String>();
        var count = new int[1];
        members(json, (parser, name) -> {
            if (name.equals("metric")) members(parser, (own, label) -> labels.put(label, own.getText()));
            else if (name.equals("values") && parser.currentToken() == JsonToken.START_ARRAY) count[0] = points(parser);
            else parser.skipChildren();
        });
        sink.series(Map.copyOf(labels), new PrometheusClient.Points(times, values, count[0]));
    }

    private int points(JsonParser json) throws IOException {
        var count = 0;
        while (json.nextToken() == JsonToken.START_ARRAY) {
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
                values = Arrays.copyOf(values, 2 * count);
            }
            json.nextToken();
            times[count] = Math.round(number(json) * 1000);
            json.nextToken();
            values[count++] = number(json);
            while (json.currentToken() != JsonToken.END_ARRAY && json.nextToken() != null) json.skipChildren();
        }
        return count;
    }

    private double number(JsonParser json) throws IOException {
        try {
            return Double.parseDouble(json.getText().replace("Inf", "Infinity"));
        } catch (NumberFormatException e) {
            throw new IOException(page + ": a value that is no number: " + json.getText(), e);
        }
    }
}
