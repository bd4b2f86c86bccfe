/** Autoscalers: what each recommends against requests and use, and what keeps it from acting. */

import { html, nothing, loading, empty, forbidden } from './parts.js';
import { store } from './store.js';
import { amount, counted } from './format.js';

export const topics = () => ['autoscalers'];

const link = each => html`<a href="#/autoscaler/${encodeURIComponent(each.namespace)}/${encodeURIComponent(each.name)}">${each.namespace}/${each.name}</a>`;

export function render() {
  const data = store.topics.autoscalers;
  if (!data) return loading('autoscalers');
  if (data.forbidden) return forbidden(data.forbidden);
  if (data.autoscalers.length === 0) return empty('No autoscalers', 'No namespace that you may see has a VerticalPodAutoscaler.');
  return html`<h1 class="quiet">Autoscalers</h1>
    <section aria-labelledby="h-autoscalers"><h2 id="h-autoscalers">${counted(data.count, 'VerticalPodAutoscaler')}</h2><ul class="cards">${data.autoscalers.slice(0, 80).map(each => html`<li class="card"><h3>${link(each)}</h3><p class="muted">${each.target} · ${each.mode} · ${counted(each.pods, 'pod')}</p>
      ${each.levels.length === 0 ? html`<p class="muted">Recommends nothing yet.</p>` : html`<div class="scroll" tabindex="0" role="region" aria-label="Recommendations of ${each.name}"><table class="data"><thead><tr><th scope="col">Level</th><th scope="col">Resource</th>
        ${['Requested', 'Used', 'Target', 'Lower', 'Upper'].map(title => html`<th scope="col" class="number">${title}</th>`)}</tr></thead><tbody>
        ${each.levels.flatMap(level => ['cpu', 'memory'].filter(resource => level[resource]).map(resource => row(level, resource)))}</tbody></table></div>`}
      ${each.reasons.map(reason => html`<p class="message">${reason}</p>`)}</li>`)}</ul>
    ${data.count > 80 ? html`<p class="muted">${data.count - 80} more</p>` : nothing}</section>`;
}

function row(level, resource) {
  const told = level[resource];
  return html`<tr><td>${level.container || 'pod level'}</td><td>${resource}</td>
    ${['requested', 'used', 'target', 'lower', 'upper'].map(name => html`<td class="number">${amount(resource, told[name])}</td>`)}</tr>`;
}
