/**
 * A table of any length with a bounded number of rows in the page. The worker has all rows; the grid asks for those in sight.
 * Keys are those of plimsoll watch: arrows, j, k, page up and down, g, G, Enter, s.
 */

import { html, nothing } from './lit/lit-html.js';
import { guard } from './lit/directives/guard.js';
import { repeat } from './lit/directives/repeat.js';
import { age } from './format.js';
import { store } from './store.js';

const ROW = 28;
const MOST_ROWS = 80;

/** @typedef {{id: string, title: string, width: string, isSortable?: boolean, isNumber?: boolean, least?: number, cell: (row: any) => any}} Column */

export class Grid {
  /** @param {{table: string, label: string, columns: Column[], open: (row: any) => string, sort?: string, changed: () => void}} options */
  constructor(options) {
    this.options = options;
    this.sort = options.sort ?? 'name';
    this.isDescending = false;
    this.filter = '';
    this.namespace = '';
    this.resizing = false;
    this.selected = 0;
    this.top = 0;
    this.height = 600;
    this.width = 1200;
    this.count = MOST_ROWS;
    /** The sizes that the page has. */
    this.sizes = '';
    this.hidden = new Set();
  }

  /** Asks for the rows that are in sight, with some before and after. */
  request() {
    const visible = Math.ceil(this.height / ROW);
    const first = Math.max(0, Math.floor(this.top / ROW) - 10);
    this.count = Math.min(MOST_ROWS, visible + 30);
    store.query(this.options.table, {
      sort: this.sort, isDescending: this.isDescending, filter: this.filter, namespace: this.namespace, resizing: this.resizing,
      from: first - (first % 10), count: this.count,
    });
  }

  get answer() {
    return store.rows[this.options.table];
  }

  /** Columns for which there is room, the most needed first. */
  get columns() {
    return this.options.columns.filter(each => !this.hidden.has(each.id) && this.width >= (each.least ?? 0));
  }

  /** @param {string} id */
  sortBy(id) {
    this.isDescending = this.sort === id ? !this.isDescending : id !== 'name' && id !== 'node' && id !== 'state';
    this.sort = id;
    this.request();
    this.options.changed();
  }

  /** The next order, as the key s in plimsoll watch. */
  nextSort() {
    const ids = this.options.columns.filter(each => each.isSortable).map(each => each.id);
    this.sort = ids[(ids.indexOf(this.sort) + 1) % ids.length];
    this.isDescending = false;
    this.request();
    this.options.changed();
  }

  /** @param {number} to */
  select(to) {
    const last = (this.answer?.matched ?? 0) - 1;
    this.selected = Math.max(0, Math.min(last, to));
    const body = this.body;
    if (body) {
      const place = this.selected * ROW;
      if (place < body.scrollTop) body.scrollTop = place;
      if (place + ROW > body.scrollTop + body.clientHeight) body.scrollTop = place + ROW - body.clientHeight;
    }
    this.options.changed();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was one of the grid */
  key(event) {
    const page = Math.max(1, Math.floor(this.height / ROW) - 1);
    const moves = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page };
    if (event.key in moves) this.select(this.selected + moves[event.key]);
    else if (event.key === 'g' || event.key === 'Home') this.select(0);
    else if (event.key === 'G' || event.key === 'End') this.select(Number.MAX_SAFE_INTEGER);
    else if (event.key === 's') this.nextSort();
    else if (event.key === 'Enter') {
      const row = this.rowAt(this.selected);
      if (!row) return false;
      location.hash = this.options.open(row);
    } else return false;
    event.preventDefault();
    return true;
  }

  rowAt(index) {
    const answer = this.answer;
    return answer?.rows[index - answer.from];
  }

  /** Takes the measures of the page after it was drawn; sizes are set here, since the page may have no styles of its own. */
  drawn(root) {
    const body = root.querySelector(`#grid-${this.options.table}`);
    if (!body) return;
    if (this.body !== body) {
      this.body = body;
      this.sizes = '';
      body.addEventListener('scroll', () => {
        this.top = body.scrollTop;
        this.request();
      }, { passive: true });
      new ResizeObserver(() => this.measure()).observe(body);
      body.scrollTop = this.top;
      this.measure();
    }
    const answer = this.answer;
    const template = this.columns.map(each => each.width).join(' ');
    const before = (answer?.from ?? 0) * ROW;
    const after = Math.max(0, (answer?.matched ?? 0) - (answer?.from ?? 0) - (answer?.rows.length ?? 0)) * ROW;
    const sizes = `${template} ${before} ${after}`;
    if (this.sizes === sizes) return;
    this.sizes = sizes;
    body.parentElement.style.setProperty('--columns', template);
    // Paper is narrower than the window, and nobody measures it: there columns share what there is, and texts have as many lines as they need.
    body.parentElement.style.setProperty('--paper-columns', template.replace(/minmax\(\d+px/g, 'minmax(0'));
    body.querySelector('.space').style.height = `${before}px`;
    body.querySelector('.rest').style.height = `${after}px`;
  }

  measure() {
    if (this.height === this.body.clientHeight && this.width === this.body.clientWidth) return;
    this.height = this.body.clientHeight;
    this.width = this.body.clientWidth;
    this.request();
    this.options.changed();
  }

  /** @param {any} whenEmpty what to show where no row matches */
  render(whenEmpty) {
    const { table, label } = this.options;
    const answer = this.answer;
    const columns = this.columns;
    const active = answer && this.rowAt(this.selected) ? `row-${table}-${this.selected}` : '';
    return html`<div class="grid">
      <div id="grid-${table}" class="grid-body" role="grid" tabindex="0" aria-label=${label} aria-rowcount=${(answer?.matched ?? 0) + 1}
          aria-colcount=${columns.length} aria-activedescendant=${active || nothing}>
        <div class="grid-head" role="rowgroup"><div class="grid-row" role="row" aria-rowindex="1">${columns.map(each => html`
          <div role="columnheader" class=${each.isNumber ? 'number' : ''} aria-sort=${this.sort === each.id ? (this.isDescending ? 'descending' : 'ascending') : 'none'}>
            ${each.isSortable ? html`<button type="button" tabindex="-1" @click=${() => this.sortBy(each.id)}>${each.title}<span
              aria-hidden="true">${this.sort === each.id ? (this.isDescending ? ' ↓' : ' ↑') : ''}</span></button>` : each.title}
          </div>`)}</div></div>
        <div class="space" role="presentation"></div>
        <div role="rowgroup">${this.rows(answer, columns)}</div>
        <div class="rest" role="presentation"></div>
        <div class="print-only" role="presentation">${answer && answer.rows.length < answer.matched ? `Rows ${answer.from + 1} to ${answer.from + answer.rows.length} of ${answer.matched}.` : ''}</div>
        ${answer && answer.matched === 0 ? html`<div role="row" class="grid-empty"><div role="gridcell">${whenEmpty}</div></div>` : nothing}
      </div></div>`;
  }

  /**
   * Elements belong to places, not to rows: another order gives them other texts, and who scrolls gets those that have left the sight. Rows that have not
   * changed are not looked at.
   */
  rows(answer, columns) {
    const from = answer?.from ?? 0;
    const rows = answer?.rows ?? [];
    const places = Math.max(this.count, rows.length);
    const shown = columns.map(each => each.id).join();
    return repeat(rows, (_, at) => (from + at) % places, (row, at) => guard(
      [row.key, row.version, from + at, from + at === this.selected, shown, row.created ? age(row.created) : ''],
      () => this.row(row, from + at, columns)));
  }

  row(row, index, columns) {
    const { table } = this.options;
    const isSelected = index === this.selected;
    return html`<div role="row" class="grid-row ${isSelected ? 'selected' : ''}" id="row-${table}-${index}" aria-rowindex=${index + 2}
        aria-selected=${isSelected} @click=${() => this.select(index)} @dblclick=${() => { location.hash = this.options.open(row); }}>
      ${columns.map(each => html`<div role="gridcell" class=${each.isNumber ? 'number' : ''}>${each.cell(row)}</div>`)}</div>`;
  }
}
