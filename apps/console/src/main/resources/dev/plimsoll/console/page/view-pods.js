/** Pods: a table of all of them, with filter, order and columns. */

import { html, nothing, bar, chip, cut, podLink, nodeLink, states, statusKind, loadingPart, emptyTable, forbidden } from './parts.js';
import { store } from './store.js';
import { Grid } from './grid.js';
import { age, counted, cpu, memory } from './format.js';

const resource = (name, write) => row => {
  const told = row[name];
  const isUsed = !Number.isNaN(told.used);
  return html`<span class="with-bar">${bar(isUsed ? told.used / (told.desired || told.used || 1) : 0, { kind: 'used' })}<span
    class="number">${isUsed ? write(name === 'cpu' ? Math.round(told.used) : told.used) : nothing}${isUsed && told.desired ? ' of ' : nothing}${told.desired || !isUsed ? states(name, told) : nothing}</span></span>`;
};

/** @type {import('./grid.js').Column[]} */
const columns = [
  { id: 'name', title: 'Pod', width: 'minmax(140px, 2.2fr)', isSortable: true,
    cell: row => html`<span class="name">${podLink(row, cut(row.key))}${row.isPodLevel ? html`<span class="muted" title="has resources at pod level"> *</span>` : nothing}</span>` },
  { id: 'state', title: 'State', width: 'minmax(104px, 1fr)', isSortable: true,
    cell: row => chip(row.resize || row.status, statusKind(row.status, row.resize)) },
  { id: 'cpu', title: 'CPU', width: 'minmax(150px, 1.5fr)', isSortable: true, least: 560, cell: resource('cpu', cpu) },
  { id: 'memory', title: 'Memory', width: 'minmax(160px, 1.5fr)', isSortable: true, least: 720, cell: resource('memory', memory) },
  { id: 'node', title: 'Node', width: 'minmax(90px, 1fr)', isSortable: true, least: 900, cell: row => nodeLink(row.node) },
  { id: 'qos', title: 'QoS class', width: '96px', isSortable: true, least: 1150, cell: row => row.qos },
  { id: 'restarts', title: 'Restarts', width: '72px', isSortable: true, isNumber: true, least: 1000, cell: row => row.restarts },
  { id: 'age', title: 'Age', width: '64px', isSortable: true, isNumber: true, cell: row => age(row.created) },
];

/** @param {() => void} changed */
export function create(changed) {
  const grid = new Grid({
    table: 'pods', label: 'Pods', columns, changed,
    open: row => `#/pod/${encodeURIComponent(row.namespace)}/${encodeURIComponent(row.name)}`,
  });
  return {
    topics: () => ['pods'],
    key: event => {
      if (event.key === 'n') {
        const names = ['', ...(store.topics.session?.namespaces ?? [])];
        grid.namespace = names[(names.indexOf(grid.namespace) + 1) % names.length];
        grid.select(0);
        grid.request();
        changed();
        return true;
      }
      return grid.key(event);
    },
    drawn: root => grid.drawn(root),
    render: () => render(grid, changed),
  };
}

function render(grid, changed) {
  const session = store.topics.session;
  if (session && !session.seesPods && session.isSynced) return forbidden('pods');
  grid.request();
  const answer = grid.answer;
  const set = change => {
    Object.assign(grid, change);
    grid.selected = 0;
    if (grid.body) grid.body.scrollTop = 0;
    grid.request();
    changed();
  };
  return html`<div class="fill"><div class="toolbar">
      <h1 class="quiet">Pods</h1>
      <label class="search"><span class="sr">Filter</span><input id="filter" type="search" placeholder="Filter by pod, node or state  /" .value=${grid.filter}
        @input=${event => set({ filter: event.target.value })}
        @keydown=${event => {
          if (event.key === 'Escape') set({ filter: '' });
          if (event.key === 'Escape' || event.key === 'Enter') grid.body?.focus();
        }}></label>
      <label><span class="sr">Namespace</span><select .value=${grid.namespace} @change=${event => set({ namespace: event.target.value })}>
        <option value="">${session?.seesAllNamespaces ? 'All namespaces' : 'All that you may see'}</option>
        ${(session?.namespaces ?? []).map(name => html`<option value=${name} ?selected=${name === grid.namespace}>${name}</option>`)}</select></label>
      <label class="check"><input type="checkbox" .checked=${grid.resizing} @change=${event => set({ resizing: event.target.checked })}> resizing</label>
      <details class="menu"><summary>Columns</summary><div>${columns.slice(1).map(each => html`<label class="check"><input type="checkbox"
        .checked=${!grid.hidden.has(each.id)} @change=${event => { event.target.checked ? grid.hidden.delete(each.id) : grid.hidden.add(each.id); changed(); }}>
        ${each.title}</label>`)}</div></details>
      <output class="muted">${told(answer, session?.isSynced)}</output>
    </div>
    ${answer?.isTold && (session?.isSynced || answer.total > 0) ? nothing : loadingPart('pods')}
    ${grid.render(!answer?.isTold || !session?.isSynced ? nothing : answer.total === 0
      ? emptyTable('No pods', 'There are no pods that you may see. One appears here as soon as it is created: kubectl run web --image=nginx')
      : emptyTable('No match', 'No pod has this in its name, node or state. Escape clears the filter.'))}</div>`;
}

/** How many there are; while the cluster is being listed its first rows are shown already. */
function told(answer, isSynced) {
  if (!answer?.isTold || (!isSynced && answer.total === 0)) return '';
  const all = `${counted(answer.total, 'pod')}${isSynced ? '' : ' so far'}`;
  return answer.matched === answer.total ? all : `${answer.matched.toLocaleString('en')} of ${all}`;
}
