/** Unscheduled: pods without a node, with the rule that rules out nodes and how many. */

import { html, nothing, podLink, states, loading, empty, forbidden } from './parts.js';
import { store } from './store.js';
import { age, counted } from './format.js';

export const topics = () => ['unscheduled'];

export function render() {
  const data = store.topics.unscheduled;
  if (!data) return loading('unscheduled pods');
  if (data.forbidden) return forbidden(data.forbidden);
  if (data.pods.length === 0) return empty('Every pod has a node', 'No pod that you may see waits for one.');
  return html`<h1 class="quiet">Unscheduled</h1>
    <section aria-labelledby="h-rules"><h2 id="h-rules">By rule</h2>${data.rules.length === 0 ? html`<p class="muted">The scheduler has not said why yet.</p>` : html`<table class="data"><thead><tr><th scope="col">Rule</th>
      <th scope="col" class="number">Pods</th></tr></thead><tbody>${data.rules.map(each => html`<tr><td>${each.rule}</td><td class="number">${each.pods}</td></tr>`)}</tbody></table>`}</section>
    <section aria-labelledby="h-waiting"><h2 id="h-waiting">${counted(data.count, 'pod')} without a node</h2><ul class="cards">${data.pods.slice(0, 80).map(each => html`<li class="card">
      <h3>${podLink(each)} <span class="muted">${age(each.since)}</span></h3><p>Asks for CPU ${states('cpu', each.cpu)} · memory ${states('memory', each.memory)}</p>
      ${each.gates ? html`<p class="message">Held back by scheduling gates: ${each.gates}</p>` : nothing}
      ${each.reasons.length ? html`<table class="data"><thead><tr><th scope="col" class="number">Nodes</th><th scope="col">Left out because of</th></tr></thead><tbody>
        ${each.reasons.map(reason => html`<tr><td class="number">${reason.nodes}</td><td>${reason.rule}</td></tr>`)}</tbody></table>` : each.message ? html`<p class="message">${each.message}</p>` : html`<p class="muted">The scheduler has not looked at it yet.</p>`}</li>`)}</ul>
      ${data.count > 80 ? html`<p class="muted">${data.count - 80} more</p>` : nothing}</section>`;
}
