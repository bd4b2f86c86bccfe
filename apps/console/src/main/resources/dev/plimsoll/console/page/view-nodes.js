/** Nodes: a table of all of them. */

import { html, nothing, bar, chip, nodeLink, loadingPart, emptyTable, forbidden } from './parts.js';
import { store } from './store.js';
import { Grid } from './grid.js';
import { counted, cpu, memory } from './format.js';

const share = (name, write) => row => {
  const told = row[name];
  return html`<span class="with-bar">${bar(told.held / (told.whole || 1), { mark: Number.isNaN(told.used) ? undefined : told.used / (told.whole || 1) })}<span
    class="number">${write(told.held)} of ${write(told.whole)}</span></span>`;
};

/** @type {import('./grid.js').Column[]} */
const columns = [
  { id: 'name', title: 'Node', width: 'minmax(120px, 1.5fr)', isSortable: true, cell: row => nodeLink(row.name) },
  { id: 'state', title: 'State', width: '110px', cell: row => row.isCordoned ? chip('cordoned', 'wait') : row.isReady ? chip('ready', 'good') : chip('not ready', 'bad') },
  { id: 'cpu', title: 'CPU held', width: 'minmax(150px, 1.6fr)', isSortable: true, least: 520, cell: share('cpu', cpu) },
  { id: 'memory', title: 'Memory held', width: 'minmax(160px, 1.6fr)', isSortable: true, least: 700, cell: share('memory', memory) },
  { id: 'pods', title: 'Pods', width: '60px', isSortable: true, isNumber: true, cell: row => row.pods },
  { id: 'pending', title: 'Pending resizes', width: '110px', isNumber: true, least: 820, cell: row => row.pending || html`<span class="muted">0</span>` },
];

/** @param {() => void} changed */
export function create(changed) {
  const grid = new Grid({ table: 'nodes', label: 'Nodes', columns, changed, open: row => `#/node/${encodeURIComponent(row.name)}` });
  return {
    topics: () => ['nodes'],
    key: event => grid.key(event),
    drawn: root => grid.drawn(root),
    render: () => {
      const session = store.topics.session;
      if (session && !session.seesNodes && session.isSynced) return forbidden('nodes');
      grid.request();
      const answer = grid.answer;
      return html`<div class="fill"><div class="toolbar"><h1 class="quiet">Nodes</h1>
          <label class="search"><span class="sr">Filter</span><input id="filter" type="search" placeholder="Filter by name  /" .value=${grid.filter}
            @input=${event => { grid.filter = event.target.value; grid.selected = 0; grid.request(); changed(); }}
            @keydown=${event => { if (event.key === 'Escape' || event.key === 'Enter') grid.body?.focus(); }}></label>
          <output class="muted">${answer?.isTold ? counted(answer.matched, 'node') : ''}</output></div>
        ${answer?.isTold ? nothing : loadingPart('nodes')}
        ${grid.render(!answer?.isTold ? nothing : emptyTable('No nodes', 'No node has this in its name, or the cluster has none.'))}</div>`;
    },
  };
}
