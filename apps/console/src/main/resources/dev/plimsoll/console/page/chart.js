/** Charts over time: bounds of a recommendation as a band; target, requests and use as lines that differ in dash and not in colour alone. */

import { html, svg, nothing } from './lit/lit-html.js';
import { amount, clock, counted } from './format.js';

const WIDTH = 620;
const HEIGHT = 190;
const LEFT = 58;
const TOP = 8;
const BOTTOM = 22;

/** Column, word, kind of line. @type {[number, string, string][]} */
const LINES = [[1, 'target', 'target'], [4, 'requested', 'requested'], [5, 'used', 'used']];
/** Use is taken each minute; where it is missing for longer, the line ends. */
const LONGEST_GAP = 150_000;

/** The next larger number that reads well. @param {string} resource @param {number} value @returns {number} */
function ceiling(resource, value) {
  const base = resource === 'memory' ? 2 : 10;
  let step = 1;
  while (step * base <= value) step *= base;
  if (base === 2) return step >= value ? step : step * 1.5 >= value ? step * 1.5 : step * 2;
  return [1, 1.5, 2, 3, 5, 8, 10].map(each => each * step).find(each => each >= value) ?? step * 10;
}

/**
 * @param {string} resource @param {string} title
 * @param {number[][]} rows time, target, lower, upper, requested, used; -1 where nothing is known
 * @param {number} gap how long a value holds
 */
export function chart(resource, title, rows, gap = Infinity) {
  const first = rows[0][0];
  const end = Math.max(Date.now(), first + 60_000);
  // An upper bound that is far away would flatten everything else: the band is cut at twice the rest.
  const most = Math.max(resource === 'cpu' ? 10 : 2 ** 20, ...rows.flatMap(row => [row[1], row[4], row[5]]));
  const upper = Math.max(...rows.map(row => row[3]));
  const top = ceiling(resource, Math.min(Math.max(most, upper), most * 2));
  const x = time => LEFT + (time - first) / (end - first) * (WIDTH - LEFT - 4);
  const y = value => TOP + (1 - Math.min(1, value / top)) * (HEIGHT - TOP - BOTTOM);
  const at = (time, value) => `${x(time).toFixed(1)},${y(value).toFixed(1)}`;
  /** Values hold until the next point, but not longer than the gap. @param {number} index @returns {string[][]} */
  const lines = index => {
    /** @type {string[][]} */
    const found = [];
    let open = null;
    rows.forEach((row, i) => {
      if (row[index] < 0) {
        open = null;
        return;
      }
      const next = i + 1 < rows.length ? rows[i + 1][0] : end;
      const until = Math.min(next, row[0] + Math.min(gap, end));
      if (!open) found.push(open = []);
      open.push(at(row[0], row[index]), at(until, row[index]));
      if (until < next) open = null;
    });
    return found;
  };
  const band = [...lines(3).flat(), ...lines(2).flat().reverse()].join(' ');
  return html`<figure class="chart"><figcaption>${title}${upper > top ? html` <span class="muted">the upper bound leaves the chart: ${amount(resource, upper)} at most</span>` : nothing}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title} over time; the table below tells the same">
      ${[0, 0.5, 1].map(part => svg`<line class="grid-line" x1=${LEFT} x2=${WIDTH - 4} y1=${y(top * part)} y2=${y(top * part)}></line>
        <text class="tick" x=${LEFT - 6} y=${y(top * part) + 4} text-anchor="end">${amount(resource, top * part)}</text>`)}
      <text class="tick" x=${LEFT} y=${HEIGHT - 4}>${clock(first)}</text><text class="tick" x=${WIDTH - 4} y=${HEIGHT - 4} text-anchor="end">${clock(end)}</text>
      ${band ? svg`<polygon class="band" points=${band}></polygon>` : nothing}
      ${LINES.flatMap(([index, , kind]) => lines(index).map(points => svg`<polyline class="line ${kind}" points=${points.join(' ')}></polyline>`))}
    </svg></figure>`;
}

const dash = (word, kind) => html`<span><svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><line class="line ${kind}" x1="0" x2="28" y1="4" y2="4"></line></svg> ${word}</span>`;

/** What the lines mean, drawn as they are. */
export function legend() {
  return html`<p class="muted legend chart-legend">${LINES.map(([, word, kind]) => dash(word, kind))}
    <span><svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><rect class="band" width="28" height="8"></rect></svg> between the bounds</span>
    <span>Requested and used are those of the pod with most.</span></p>`;
}

/** The newest points as a table. @param {string} resource @param {number[][]} rows @param {string[]} titles */
export function pointTable(resource, rows, titles = ['Target', 'Lower', 'Upper', 'Requested', 'Used']) {
  const told = value => (value < 0 ? '-' : amount(resource, value));
  return html`<details><summary>Last ${counted(Math.min(20, rows.length), 'point')}</summary><div class="scroll" tabindex="0" role="region" aria-label="Points of ${resource}"><table class="data"><thead><tr><th scope="col">Time</th>
    ${titles.map(each => html`<th scope="col" class="number">${each}</th>`)}</tr></thead>
    <tbody>${rows.slice(-20).reverse().map(row => html`<tr><td>${clock(row[0])}</td>${row.slice(1).map(value => html`<td class="number">${told(value)}</td>`)}</tr>`)}</tbody></table></div></details>`;
}

/**
 * Requests and use over the last hour.
 * @param {{cpu: number[][], memory: number[][]}|undefined} use rows of time, requested and used @param {string} requested what the first line is
 */
export function useCharts(use, requested) {
  if (!use || use.cpu.length + use.memory.length === 0)
    return html`<p class="muted">Not told: the cluster serves no metrics of it, or the console has not seen any yet.</p>`;
  const one = (resource, title, rows) => (rows.length === 0 ? nothing : html`<div>
    ${chart(resource, title, rows.map(([time, asked, used]) => [time, -1, -1, -1, asked, used]), LONGEST_GAP)}
    ${pointTable(resource, rows, [requested[0].toUpperCase() + requested.slice(1), 'Used'])}</div>`);
  return html`<p class="muted legend chart-legend">${dash(requested, 'requested')}${dash('used', 'used')}</p>
    <div class="charts">${one('cpu', 'CPU', use.cpu)}${one('memory', 'Memory', use.memory)}</div>`;
}
