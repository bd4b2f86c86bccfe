/** Autoscaler: its recommendations with bounds over time, against requests and use, at pod level and per container. */

import { html, nothing, chip, loading, empty, forbidden } from './parts.js';
import { chart, legend, pointTable } from './chart.js';
import { store } from './store.js';
import { amount, counted } from './format.js';

/** @param {() => void} changed @param {string[]} path */
export function create(changed, [namespace, name]) {
  const topic = `autoscaler:${namespace}/${name}`;
  return {
    topics: () => [topic],
    render: () => {
      const data = store.topics[topic];
      if (!data) return loading(`autoscaler ${name}`);
      if (data.forbidden) return forbidden(data.forbidden);
      if (data.missing) return empty('No such autoscaler', `There is no VerticalPodAutoscaler ${name} in namespace ${namespace}. It may have been deleted while you looked.`);
      return render(data);
    },
  };
}

function render(data) {
  return html`<header class="subject"><p class="crumbs"><a href="#/autoscalers">Autoscalers</a> / ${data.namespace}</p><h1>${data.name}</h1>
      <p>${chip(data.mode, 'plain')} for ${data.target} · ${counted(data.pods, 'pod')}</p></header>
    ${data.reasons.length ? html`<section aria-labelledby="h-idle"><h2 id="h-idle">Why it changes no pod now</h2>${data.reasons.map(each => html`<p class="message">${each}</p>`)}</section>` : nothing}
    <section aria-labelledby="h-series"><h2 id="h-series">Recommendations</h2>${data.levels.length === 0 ? html`<p class="muted">It recommends nothing yet.</p>` : html`${legend()}
      <div class="levels">${data.levels.map(level)}</div>`}</section>
    <section aria-labelledby="h-conditions"><h2 id="h-conditions">Conditions</h2>${data.conditions.length === 0 ? html`<p class="muted">None yet.</p>` : html`<table class="data"><thead><tr><th scope="col">Condition</th><th scope="col">Status</th><th scope="col">Reason</th></tr></thead>
      <tbody>${data.conditions.map(each => html`<tr><td>${each.type}</td><td>${each.status}</td><td>${each.reason}${each.message ? html`<span class="muted"> ${each.message}</span>` : nothing}</td></tr>`)}</tbody></table>`}</section>`;
}

function level(told) {
  const title = told.container || 'Pod level';
  return html`<article class="level" aria-label=${title}><h3>${title}</h3>${['cpu', 'memory'].filter(resource => told[resource]?.series?.length).map(resource => html`
    ${chart(resource, resource === 'cpu' ? 'CPU' : 'Memory', told[resource].series)}
    <dl class="facts">${['target', 'lower', 'upper', 'requested', 'used'].map(name => html`<div><dt>${name}</dt><dd>${amount(resource, told[resource][name])}</dd></div>`)}</dl>
    ${pointTable(resource, told[resource].series)}`)}</article>`;
}
