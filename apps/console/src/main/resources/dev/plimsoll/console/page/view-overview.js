/** Overview: nodes as tiles, resizes on their way, quotas with little left, and what changed lately. */

import { html, nothing, bar, chip, podLink, nodeLink, states, loading, empty } from './parts.js';
import { store } from './store.js';
import { age, counted, cpu, memory } from './format.js';
import { NodeMap } from './node-map.js';

const MOST_TILES = 60;
/** Where the map has all nodes, those that have most of their room taken. */
const TILES_BESIDE_MAP = 24;

/** @param {() => void} changed */
export function create(changed) {
  const map = new NodeMap(changed);
  return { topics: () => ['overview', 'nodes'], drawn: root => map.drawn(root), render: () => render(map) };
}

function render(map) {
  store.query('nodes', { sort: 'pressure', isDescending: false, filter: '', namespace: '', resizing: false, from: 0, count: MOST_TILES });
  const data = store.topics.overview;
  const nodes = store.rows.nodes;
  if (!data) return loading('the cluster');
  return html`<h1 class="quiet">Overview</h1>
    <dl class="figures">
      ${figure(data.nodes < 0 ? '-' : data.nodes, 'nodes', '#/nodes')}
      ${figure(data.pods, 'pods', '#/pods')}
      ${figure(data.running, 'running', '#/pods')}
      ${figure(data.resizing, data.resizing === 1 ? 'resize under way' : 'resizes under way', '#/resizes', data.resizing > 0)}
      ${figure(data.unscheduled, 'unscheduled', '#/unscheduled', data.unscheduled > 0)}
    </dl>
    ${nodes?.isTold && data.nodes >= 0 ? tiles(nodes, map) : data.nodes < 0
      ? html`<section aria-labelledby="h-nodes"><h2 id="h-nodes">Nodes</h2><p class="muted">You may not list nodes.</p></section>` : nothing}
    <div class="columns">
      <section aria-labelledby="h-resizes"><h2 id="h-resizes">Resizes under way</h2>
        ${data.resizes.length === 0 ? html`<p class="muted">No resize waits or is in progress.</p>` : html`<table class="data"><thead><tr>
          <th scope="col">Pod</th><th scope="col">State</th><th scope="col">CPU</th><th scope="col">Memory</th><th scope="col" class="number">Since</th></tr></thead>
          <tbody>${data.resizes.map(each => html`<tr><td>${podLink(each)}</td><td>${chip(each.state, each.state === 'infeasible' ? 'bad' : 'wait')}</td>
            <td>${states('cpu', each.cpu)}</td><td>${states('memory', each.memory)}</td><td class="number">${each.since ? age(each.since) : '-'}</td></tr>`)}</tbody></table>`}
        <h2>Quotas with little left</h2>
        ${data.quotas.length === 0 ? html`<p class="muted">No quota is used beyond 80 %.</p>` : html`<table class="data"><thead><tr>
          <th scope="col">Quota</th><th scope="col">Resource</th><th scope="col" class="wide">Used</th><th scope="col" class="number">Of</th></tr></thead>
          <tbody>${data.quotas.map(each => html`<tr><td><a href="#/quota">${each.namespace}/${each.name}</a></td><td>${each.resource}</td>
            <td>${bar(each.part, { kind: each.part >= 1 ? 'full' : 'held' })} ${each.used}</td><td class="number">${each.hard}</td></tr>`)}</tbody></table>`}
      </section>
      <section aria-labelledby="h-changes"><h2 id="h-changes">Recent changes</h2>
        ${data.changes.length === 0 ? html`<p class="muted">No change since the console was opened.</p>` : html`<ol class="log">${data.changes.map(each => html`
          <li><time>${age(each.when)}</time><span>${each.namespace ? podLink(each) : nodeLink(each.name)} ${each.text}</span></li>`)}</ol>`}
      </section>
    </div>`;
}

function figure(value, text, href, isMarked = false) {
  return html`<div class=${isMarked ? 'marked' : ''}><dt><a href=${href}>${text}</a></dt><dd>${typeof value === 'number' ? value.toLocaleString('en') : value}</dd></div>`;
}

function tiles(nodes, map) {
  if (nodes.total === 0) return empty('No nodes', 'This cluster has no nodes yet. A node appears here when its agent registers.');
  const isMapped = nodes.total > MOST_TILES && store.map.names.length > MOST_TILES;
  return html`<section aria-labelledby="h-nodes"><h2 id="h-nodes">Nodes ${isMapped ? nothing : html`<span class="muted">the fullest first</span>`}</h2>
    ${isMapped ? html`${map.render()}<h3 class="of-map">To look at first <span class="muted">not ready, with pending resizes, the fullest</span></h3>` : nothing}
    <ul class="tiles">${nodes.rows.slice(0, isMapped ? TILES_BESIDE_MAP : MOST_TILES).map(tile)}</ul></section>`;
}

function tile(node) {
  const line = (name, share, write) => html`<div class="tile-line"><span>${name}</span>
    ${bar(share.held / (share.whole || 1), { mark: Number.isNaN(share.used) ? undefined : share.used / (share.whole || 1) })}
    <span class="number">${write(share.held)} of ${write(share.whole)}</span></div>`;
  return html`<li class="tile"><h3>${nodeLink(node.name)}
      ${node.isReady ? nothing : chip('not ready', 'bad')}${node.isCordoned ? chip('cordoned', 'wait') : nothing}</h3>
    ${line('CPU', node.cpu, cpu)}${line('Memory', node.memory, memory)}
    <p class="muted">${counted(node.pods, 'pod')}${Number.isNaN(node.cpu.used) ? '' : `, uses ${cpu(Math.round(node.cpu.used))} and ${memory(node.memory.used)}`}${node.pending ? html`, <a href="#/resizes">${counted(node.pending, 'resize')} pending</a>` : nothing}</p></li>`;
}
