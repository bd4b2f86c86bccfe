package dev.plimsoll.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;

/** A tab of the browser. */
record Tab(Browser browser, String session, String target) implements AutoCloseable {
    private static final Map<String, Integer> KEY_CODES =
            Map.of("Enter", 13, "Escape", 27, "Tab", 9, "ArrowDown", 40, "ArrowUp", 38, "End", 35, "Home", 36);

    JsonNode call(String method, ObjectNode parameters) {
        return browser.call(session, method, parameters);
    }

    void go(String address) {
        call("Page.navigate", Browser.parameters().put("url", address));
    }

    void size(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Browser.parameters()
                        .put("width", width)
                        .put("height", height)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", false));
    }

    void scheme(String scheme) {
        var parameters = Browser.parameters();
        parameters
                .putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", scheme);
        call("Emulation.setEmulatedMedia", parameters);
    }

    /** Shows the page as it is printed, or as it is on a screen where the name is empty. */
    void media(String media) {
        call("Emulation.setEmulatedMedia", Browser.parameters().put("media", media));
    }

    /** How many pages a print of it has; keeps the print. */
    int print(Path file) {
        var data = call("Page.printToPDF", Browser.parameters().put("printBackground", true))
                .path("data")
                .asText();
        var bytes = Base64.getDecoder().decode(data);
        write(file, bytes);
        var pages = Pattern.compile("/Type\\s*/Page[^s]").matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        return (int) pages.results().count();
    }

    /** What an expression is in the page; a promise is waited for. */
    JsonNode evaluate(String expression) {
        var answer = call(
                "Runtime.evaluate",
                Browser.parameters()
                        .put("expression", expression)
                        .put("awaitPromise", true)
                        .put("returnByValue", true));
        var failure = answer.path("exceptionDetails");
        if (!failure.isMissingNode())
            throw new AssertionError(failure.at("/exception/description").asText(failure.toString()));
        return answer.path("result").path("value");
    }

    /** Waits until an expression is true in the page, looking at each frame that is drawn. */
    void await(String expression) {
        try {
            awaitHere(expression);
        } catch (AssertionError e) {
            // A page that is loaded anew takes the question with it.
            if (!String.valueOf(e.getMessage()).contains("navigated")) throw e;
            awaitHere(expression);
        }
    }

    private void awaitHere(String expression) {
        evaluate("""
                new Promise((resolve, reject) => {
                  const end = performance.now() + 45000;
                  const look = () => {
                    let seen = false;
                    try { seen = Boolean(%s); } catch (error) { seen = false; }
                    if (seen) resolve(true);
                    else if (performance.now() > end) reject(new Error('never: ' + %s + '\\n' + document.body.innerText.slice(0, 3000)));
                    else requestAnimationFrame(look);
                  };
                  look();
                })""".formatted(expression, quoted(expression)));
    }

    /** Waits until the page shows a text. */
    void awaitText(String text) {
        await("document.querySelector('main')?.innerText.includes(" + quoted(text) + ")");
    }

    String text() {
        return evaluate("document.body.innerText").asText();
    }

    void hash(String hash) {
        evaluate("location.hash = " + quoted(hash));
    }

    /** Goes to a view and waits until it shows what it has. */
    void view(String view) {
        hash("#/" + view);
        var parts = view.split("/", -1);
        var isOne = parts.length > 1;
        await(
                "document.querySelector('nav [aria-current]')?.getAttribute('href') === "
                        + quoted("#/" + parts[0] + (isOne ? "s" : ""))
                        + (isOne
                                ? " && document.querySelector('main h1').innerText === "
                                        + quoted(parts[parts.length - 1])
                                : "")
                        + " && document.querySelector('main h1, main h2') && !document.querySelector('main .state[role=status]')");
    }

    static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
    }

    /** Presses a key, as somebody at the keyboard does. */
    void press(String key) {
        var isText = key.length() == 1;
        var down = Browser.parameters().put("type", "keyDown").put("key", key);
        if (isText) down.put("text", key);
        else down.put("windowsVirtualKeyCode", KEY_CODES.getOrDefault(key, 0));
        if (key.equals("Enter")) down.put("text", "\r");
        call("Input.dispatchKeyEvent", down);
        call("Input.dispatchKeyEvent", Browser.parameters().put("type", "keyUp").put("key", key));
    }

    void type(String text) {
        call("Input.insertText", Browser.parameters().put("text", text));
    }

    /** After two frames: what was just scrolled or sized is painted by then. */
    void picture(Path file) {
        evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))");
        var data = call("Page.captureScreenshot", Browser.parameters().put("format", "png"))
                .path("data")
                .asText();
        write(file, Base64.getDecoder().decode(data));
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        browser.call("", "Target.closeTarget", Browser.parameters().put("targetId", target));
    }
}
