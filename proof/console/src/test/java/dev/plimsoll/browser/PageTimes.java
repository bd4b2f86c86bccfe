package dev.plimsoll.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** Times in a page that shows the table of pods: from a change, a key or a click to the picture, and what kept the page busy. */
record PageTimes(Tab tab) {
    /**
     * Begins to note when restarts of watched pods are painted, and long tasks. Elements change while a frame is made; a timer that is set then runs when
     * the frame was painted.
     */
    void watch() {
        tab.evaluate("""
                (() => {
                  window.seen = {};
                  window.tasks = [];
                  window.frames = [];
                  new PerformanceObserver(list => list.getEntries().forEach(each => window.tasks.push(each.duration))).observe({ type: 'longtask' });
                  new PerformanceObserver(list => list.getEntries().forEach(each => window.frames.push({
                    whole: each.duration, styled: each.styleAndLayoutStart ? each.startTime + each.duration - each.styleAndLayoutStart : 0,
                    scripts: each.scripts.map(script => `${script.invoker} ${Math.round(script.duration)} ms`).join(', '),
                  }))).observe({ type: 'long-animation-frame' });
                  const look = () => {
                    const texts = [...document.querySelectorAll('[role=row][aria-selected] .number')].map(each => each.textContent.trim()).filter(each => /^1\\d{5}$/.test(each));
                    const fresh = texts.filter(each => !(each in window.seen));
                    if (fresh.length === 0) return;
                    for (const each of fresh) window.seen[each] = 0;
                    setTimeout(() => fresh.forEach(each => { window.seen[each] = Date.now(); }));
                  };
                  new MutationObserver(look).observe(document.querySelector('#grid-pods'), { subtree: true, childList: true, characterData: true });
                  return 0;
                })()""");
    }

    /** Bytes of rows since the page was loaded: the worker tells with each answer. */
    long received() {
        return tab.evaluate("""
                (async () => {
                  const { store } = await import('./store.js');
                  const told = new Promise(resolve => {
                    const hear = event => {
                      if (event.detail.kind !== 'rows' || event.detail.table !== 'pods') return;
                      store.removeEventListener('change', hear);
                      resolve(event.detail.received);
                    };
                    store.addEventListener('change', hear);
                  });
                  store.worker.postMessage({ kind: 'query', table: 'pods', ...JSON.parse(store.queries.pods) });
                  return told;
                })()""").asLong();
    }

    /** @param asked number and time of each change that was made */
    void pixels(List<long[]> asked) {
        var seen = tab.evaluate("window.seen");
        var times = asked.stream()
                .filter(each -> seen.path(String.valueOf(each[0])).asLong() > 0)
                .mapToLong(each -> seen.path(String.valueOf(each[0])).asLong() - each[1])
                .sorted()
                .toArray();
        assertThat(times).as("changes that reached the page").isNotEmpty();
        ConsoleLoad.say(
                "from a change to its pixels: half, 95 %, most",
                "%d, %d, %d ms (%d of %d seen; later ones replace earlier ones)",
                times[times.length / 2],
                times[times.length * 95 / 100],
                times[times.length - 1],
                times.length,
                asked.size());
    }

    void tasks() {
        ConsoleLoad.say(
                "longest task of the page, tasks over 50 ms",
                "%.0f ms, %d",
                tab.evaluate("Math.max(0, ...window.tasks)").asDouble(),
                tab.evaluate("window.tasks.length").asInt());
        for (var each : tab.evaluate("window.frames.sort((a, b) => b.whole - a.whole).slice(0, 5)"))
            ConsoleLoad.say(
                    "  a long frame",
                    "%.0f ms, style, layout and paint %.0f ms of it; %s",
                    each.path("whole").asDouble(),
                    each.path("styled").asDouble(),
                    each.path("scripts").asText());
    }

    /** From the key or click to the picture. */
    void queries() {
        for (var each : List.of(
                "filter: 'web-7d9c5b6f4-00500'",
                "filter: 'node-0042'",
                "filter: ''",
                "sort: 'cpu'",
                "sort: 'node'",
                "sort: 'memory'",
                "sort: 'name'")) {
            var parts = each.split(": ", 2);
            var picture = new ArrayList<Double>();
            var worker = new ArrayList<Double>();
            var answered = new ArrayList<Double>();
            var drawn = new ArrayList<Double>();
            for (var i = 0; i < 9; i++) {
                var took = tab.evaluate(QUERY.formatted(parts[0].equals("filter") ? "true" : "false", parts[1]));
                picture.add(took.path("picture").asDouble());
                worker.add(took.path("worker").asDouble());
                answered.add(took.path("answered").asDouble());
                drawn.add(took.path("drawn").asDouble());
            }
            picture.sort(null);
            ConsoleLoad.say(
                    "half and most of nine, " + each,
                    "%.0f and %.0f ms to the picture; half: %.1f ms in the worker, answered after %.1f ms, elements drawn after %.1f ms",
                    picture.get(4),
                    picture.get(8),
                    half(worker),
                    half(answered),
                    half(drawn));
        }
    }

    private static double half(List<Double> times) {
        times.sort(null);
        return times.get(times.size() / 2);
    }

    @SuppressWarnings("InlineFormatString") // a script of its own
    private static final String QUERY = """
            (async () => {
              const { store } = await import('./store.js');
              const filter = text => {
                const input = document.getElementById('filter');
                input.value = text;
                input.dispatchEvent(new Event('input', { bubbles: true }));
              };
              const value = %2$s;
              if (%1$s) {
                // Another filter before: the same one again is no question to anybody.
                filter(value ? '' : 'node-0042');
                await new Promise(resolve => setTimeout(resolve, 400));
              }
              const began = performance.now();
              const heard = new Promise(resolve => {
                const hear = event => {
                  if (event.detail.kind !== 'rows' || event.detail.table !== 'pods') return;
                  store.removeEventListener('change', hear);
                  resolve({ worker: event.detail.millis, answered: performance.now() - began });
                };
                store.addEventListener('change', hear);
              });
              if (%1$s) {
                filter(value);
              } else {
                const titles = { cpu: 'CPU', memory: 'Memory', node: 'Node', name: 'Pod' };
                [...document.querySelectorAll('[role=columnheader] button')].find(each => each.textContent.trim().startsWith(titles[value])).click();
              }
              const times = await heard;
              await new Promise(resolve => requestAnimationFrame(() => { times.drawn = performance.now() - began; setTimeout(resolve); }));
              return { ...times, picture: performance.now() - began };
            })()""";
}
