/** Resizes: those that wait with the reason and who holds the room, those in progress, and those that ended with their times. */

import { html, nothing, chip, podLink, nodeLink, states, loading, forbidden, holders } from './parts.js';
import { store } from './store.js';
import { age, clock, counted, cpu, memory, took } from './format.js';

export const topics = () => ['resizes'];

export function render() {
  const data = store.topics.resizes;
  if (!data) return loading('resizes');
  if (data.forbidden) return forbidden(data.forbidden);
  const waiting = data.pending.filter(each => each.state === 'deferred' || each.state === 'infeasible');
  const others = data.pending.filter(each => !waiting.includes(each));
  return html`<h1 class="quiet">Resizes</h1>
    <section aria-labelledby="h-pending"><h2 id="h-pending">Pending <span class="muted">${waiting.length}</span></h2>
      ${waiting.length === 0 ? html`<p class="muted">No resize waits for room.</p>` : html`<ul class="cards">${waiting.map(each => html`<li class="card">
        <h3>${podLink(each)} ${chip(each.state, each.state === 'infeasible' ? 'bad' : 'wait')}</h3>
        <p>CPU ${states('cpu', each.cpu)} · memory ${states('memory', each.memory)} · on ${nodeLink(each.node)}${each.since ? ` · for ${age(each.since)}` : ''}</p>
        ${each.why ? html`<p class="message">${each.why}</p>` : nothing}${holders(each.missing)}</li>`)}</ul>`}</section>
    <section aria-labelledby="h-progress"><h2 id="h-progress">In progress <span class="muted">${others.length}</span></h2>
      ${others.length === 0 ? html`<p class="muted">No resize is in progress.</p>` : html`<table class="data"><thead><tr><th scope="col">Pod</th><th scope="col">State</th><th scope="col">CPU</th>
        <th scope="col">Memory</th><th scope="col">Node</th><th scope="col" class="number">Since</th></tr></thead><tbody>${others.map(each => html`<tr><td>${podLink(each)}</td>
        <td>${chip(each.state, each.state === 'error' ? 'bad' : 'wait')}${each.why ? html`<br><span class="muted">${each.why}</span>` : nothing}</td><td>${states('cpu', each.cpu)}</td><td>${states('memory', each.memory)}</td>
        <td>${nodeLink(each.node)}</td><td class="number">${each.since ? age(each.since) : '-'}</td></tr>`)}</tbody></table>`}</section>
    <section aria-labelledby="h-done"><h2 id="h-done">Finished <span class="muted">as far as the console has seen them</span></h2>
      ${data.finished.length === 0 ? html`<p class="muted">No resize has come into force since the console was opened.</p>` : html`<div class="scroll" tabindex="0" role="region" aria-label="Finished resizes"><table class="data"><thead><tr>
        <th scope="col">Pod</th><th scope="col">CPU</th><th scope="col">Memory</th><th scope="col">Node</th><th scope="col" class="number">At</th><th scope="col" class="number">Took</th></tr></thead>
        <tbody>${data.finished.slice(0, 80).map(each => html`<tr><td>${podLink(each)}</td><td>${change(each.fromCpu, each.toCpu, cpu)}</td><td>${change(each.fromMemory, each.toMemory, memory)}</td>
          <td>${nodeLink(each.node)}</td><td class="number">${clock(each.done)}</td><td class="number">${took(each.done - each.asked)}</td></tr>`)}</tbody></table></div>`}
      ${data.count > data.pending.length ? html`<p class="muted">${counted(data.count - data.pending.length, 'more resize')} under way.</p>` : nothing}</section>`;
}

function change(from, to, write) {
  return from === to ? html`<span class="muted">${write(to)}</span>` : html`${write(from)} → <strong>${write(to)}</strong>`;
}
