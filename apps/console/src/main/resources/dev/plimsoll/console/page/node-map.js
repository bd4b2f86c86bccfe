/** All nodes of a large cluster in one picture: a square for each, filled to what its pods hold, with a line at what they use. Beside it stands the table of nodes. */

import { html } from './lit/lit-html.js';
import { store } from './store.js';
import { counted } from './format.js';

/** Taller than this only where squares would be too small to point at. */
const HEIGHT = 320;
const LEAST = 7;
const MOST = 22;
const NOT_READY = 1;
const CORDONED = 2;
const UNKNOWN = 255;
const FULL = 254;

const MOVES = { ArrowLeft: () => -1, ArrowRight: () => 1, ArrowUp: map => -map.perRow, ArrowDown: map => map.perRow };

export class NodeMap {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** The node that is pointed at, by its place. */
    this.at = -1;
    this.perRow = 1;
    this.size = LEAST;
    /** @type {Record<string, string>} */
    this.colours = {};
    /** What the canvas shows now: its measures and colours, and the nodes. @type {{look: string, told: any, at: number}} */
    this.painted = { look: '', told: null, at: -1 };
    /** @type {HTMLCanvasElement|undefined} */
    this.canvas = undefined;
  }

  render() {
    const told = store.map;
    return html`<p class="muted legend">A square for each node, in the order of their names: filled to the fuller of CPU and memory that its pods hold, with a line at what they use.
        <span class="chip wait">◥</span> a resize is pending, <span class="chip bad">×</span> not ready, <span class="chip wait">▭</span> cordoned.</p>
      <canvas class="nodes" role="img" tabindex="0" aria-label="Map of ${told.names.length} nodes; the table of nodes tells the same" aria-describedby="pointed"
        @pointermove=${event => this.point(this.placeOf(event))} @pointerleave=${() => this.point(-1)} @click=${event => this.open(this.placeOf(event))} @keydown=${event => this.key(event)}></canvas>
      <p><output id="pointed" class="pointed">${this.sentence(told)}</output> <a href="#/nodes">All ${counted(told.names.length, 'node')} as a table</a></p>`;
  }

  sentence(told) {
    if (!(this.at in told.names)) return 'Point at a node, or choose one with the arrows; Enter opens it.';
    const share = value => `${Math.round(value / FULL * 100)} %`;
    const marks = told.marks[this.at];
    const pending = told.pending[this.at];
    return `${told.names[this.at]}: ${share(told.held[this.at])} held${told.used[this.at] === UNKNOWN ? '' : `, ${share(told.used[this.at])} used`}${
      marks & NOT_READY ? ', not ready' : ''}${marks & CORDONED ? ', cordoned' : ''}${pending ? `, ${counted(pending, 'resize')} pending` : ''}`;
  }

  /** @param {PointerEvent} event @returns {number} */
  placeOf(event) {
    const column = Math.floor(event.offsetX / this.size);
    const place = Math.floor(event.offsetY / this.size) * this.perRow + column;
    return column < this.perRow && place < store.map.names.length ? place : -1;
  }

  /** @param {number} place */
  point(place) {
    if (place === this.at) return;
    this.at = place;
    this.changed();
  }

  /** @param {number} place */
  open(place) {
    if (place in store.map.names) location.hash = `#/node/${encodeURIComponent(store.map.names[place])}`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key in MOVES) {
      const to = Math.max(0, this.at) + (this.at < 0 ? 0 : MOVES[event.key](this));
      if (to in store.map.names) this.point(to);
    } else if (event.key === 'Enter') {
      this.open(this.at);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Paints what differs from what is there. @param {Element} root */
  drawn(root) {
    const canvas = /** @type {HTMLCanvasElement|null} */ (root.querySelector('canvas.nodes'));
    const told = store.map;
    if (!canvas) return;
    const width = /** @type {HTMLElement} */ (canvas.parentElement).clientWidth;
    const scale = window.devicePixelRatio || 1;
    const look = `${width} ${scale} ${matchMedia('(prefers-color-scheme: dark)').matches} ${told.names.length}`;
    const isWhole = this.painted.look !== look || this.canvas !== canvas || this.painted.told.names !== told.names;
    if (isWhole) this.measure(canvas, width, scale, told.names.length);
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const before = isWhole ? null : this.painted;
    for (let at = 0; at < told.names.length; at++) {
      if (before && !differs(before.told, told, at) && (before.at === this.at || (at !== before.at && at !== this.at))) continue;
      this.square(pen, told, at);
    }
    this.painted = { look, told, at: this.at };
  }

  measure(canvas, width, scale, count) {
    this.canvas = canvas;
    this.size = Math.max(LEAST, Math.min(MOST, Math.floor(Math.sqrt(width * HEIGHT / count))));
    this.perRow = Math.max(1, Math.floor(width / this.size));
    const height = Math.ceil(count / this.perRow) * this.size;
    canvas.width = this.perRow * this.size * scale;
    canvas.height = height * scale;
    canvas.style.width = `${this.perRow * this.size}px`;
    canvas.style.height = `${height}px`;
    canvas.getContext('2d').scale(scale, scale);
    const style = getComputedStyle(canvas);
    this.colours = Object.fromEntries(['back', 'track', 'held', 'over', 'text', 'wait', 'bad', 'focus'].map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
  }

  /** @param {CanvasRenderingContext2D} pen @param {any} told @param {number} at */
  square(pen, told, at) {
    const colours = this.colours;
    const x = (at % this.perRow) * this.size;
    const y = Math.floor(at / this.perRow) * this.size;
    const side = this.size - 1;
    const box = (colour, left, top, width, height) => {
      pen.fillStyle = colours[colour];
      pen.fillRect(x + left, y + top, width, height);
    };
    box('back', 0, 0, this.size, this.size);
    box('track', 0, 0, side, side);
    const held = Math.round(told.held[at] / FULL * side);
    box(told.held[at] > FULL ? 'over' : 'held', 0, side - held, side, held);
    if (told.used[at] !== UNKNOWN) box('text', 0, Math.min(side - 1, side - Math.round(told.used[at] / FULL * side)), side, 1);
    if (told.marks[at] & CORDONED) this.frame(pen, colours.wait, x, y, side);
    if (told.pending[at]) this.corner(pen, colours.wait, x + side, y, Math.max(4, side / 2));
    if (told.marks[at] & NOT_READY) this.cross(pen, colours.bad, x, y, side);
    if (at === this.at) this.frame(pen, colours.focus, x, y, side);
  }

  frame(pen, colour, x, y, side) {
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    pen.strokeRect(x + 0.75, y + 0.75, side - 1.5, side - 1.5);
  }

  corner(pen, colour, x, y, side) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(x - side, y);
    pen.lineTo(x, y);
    pen.lineTo(x, y + side);
    pen.fill();
  }

  cross(pen, colour, x, y, side) {
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x + 1, y + 1);
    pen.lineTo(x + side - 1, y + side - 1);
    pen.moveTo(x + side - 1, y + 1);
    pen.lineTo(x + 1, y + side - 1);
    pen.stroke();
  }
}

const differs = (before, now, at) => ['held', 'used', 'marks', 'pending'].some(name => before[name][at] !== now[name][at]);
