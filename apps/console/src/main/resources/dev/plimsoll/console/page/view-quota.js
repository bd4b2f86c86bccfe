/** Quotas: what is in use and what is left, per namespace. */

import { html, nothing, bar, loading, empty, forbidden } from './parts.js';
import { store } from './store.js';

export const topics = () => ['quota'];

export function render() {
  const data = store.topics.quota;
  if (!data) return loading('quotas');
  if (data.forbidden) return forbidden(data.forbidden);
  if (data.quotas.length + data.limits.length === 0)
    return empty('No quotas, no limits', 'No namespace that you may see has a ResourceQuota or a LimitRange. Pods may ask for as much as nodes have.');
  return html`<h1 class="quiet">Quota and limits</h1><p class="muted">A resize that asks for more is charged from the moment that it is asked for; what one gives back comes free when it is in force.</p>
    ${data.quotas.length === 0 ? nothing : html`<h2>Quotas</h2>`}<div class="levels">${data.quotas.map(each => html`<article class="level" aria-label="${each.namespace}/${each.name}"><h3>${each.namespace} <span class="muted">${each.name}</span></h3>
      <table class="data"><thead><tr><th scope="col">Resource</th><th scope="col" class="wide">Used</th>
        ${each.resources.some(row => row.after) ? html`<th scope="col" class="number">After resizes</th>` : nothing}<th scope="col" class="number">Of</th></tr></thead><tbody>
      ${each.resources.map(row => html`<tr><td>${row.resource}</td><td>${bar(row.part, { kind: row.part >= 1 ? 'full' : 'held' })} ${row.used} <span class="muted">${Math.round(row.part * 100)} %</span></td>
        ${each.resources.some(other => other.after) ? html`<td class="number">${row.after ?? row.used}</td>` : nothing}
        <td class="number">${row.hard}</td></tr>`)}</tbody></table></article>`)}</div>
    ${data.limits.length === 0 ? nothing : html`<h2>Limits</h2><div class="levels">${data.limits.map(each => html`<article class="level" aria-label="${each.namespace}/${each.name} ${each.type}">
      <h3>${each.namespace} <span class="muted">${each.name}, each ${each.type}</span></h3><table class="data"><thead><tr><th scope="col">Resource</th><th scope="col" class="number">Least</th>
        <th scope="col" class="number">Most</th><th scope="col" class="number">Default request</th><th scope="col" class="number">Default limit</th></tr></thead><tbody>
      ${each.resources.map(row => html`<tr><td>${row.resource}</td>${['min', 'max', 'defaultRequest', 'defaultLimit'].map(name => html`<td class="number">${row[name] ?? '-'}</td>`)}</tr>`)}</tbody></table></article>`)}</div>`}`;
}
