/** Pod: its resources in the states desired, allocated, actuated and actual, with the values of cgroups, explanation and timeline. */

import { html, nothing, bar, chip, nodeLink, statusKind, loading, empty, forbidden, holders } from './parts.js';
import { store } from './store.js';
import { age, amount, clock } from './format.js';
import { ResizeForm } from './resize-form.js';

const STATES = ['desired', 'allocated', 'actuated', 'actual'];

/** @param {() => void} changed @param {string[]} path */
export function create(changed, [namespace, name]) {
  const topic = `pod:${namespace}/${name}`;
  const view = { explanation: '', events: null, problem: '', version: '' };
  const form = new ResizeForm(`${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`, changed);
  let asked = 0;

  /** Explanation and events are asked for when the pod has changed, once a second at most. */
  function refresh(data) {
    if (!data || data.missing || data.forbidden || data.version === view.version) return;
    const now = Date.now();
    if (now - asked < 1000) {
      setTimeout(changed, 1000 - (now - asked));
      return;
    }
    asked = now;
    view.version = data.version;
    const path = `${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
    store.ask('GET', `explain/${path}`).then(told => { view.explanation = told.text; view.problem = ''; changed(); })
      .catch(error => { view.problem = error.message; changed(); });
    store.ask('GET', `events/${path}`).then(told => { view.events = told; changed(); }).catch(() => {});
  }

  return {
    topics: () => [topic],
    key: event => {
      const input = document.getElementById('resize-cpu');
      if (event.key !== 'r' || !input) return false;
      event.preventDefault();
      input.focus();
      return true;
    },
    render: () => {
      const data = store.topics[topic];
      refresh(data);
      if (!data) return loading(`${namespace}/${name}`);
      if (data.forbidden) return forbidden(data.forbidden);
      if (data.missing) return empty('No such pod', `There is no pod ${name} in namespace ${namespace}. It may have been deleted while you looked.`);
      return render(data, view, form);
    },
  };
}

function render(pod, view, form) {
  return html`<header class="subject"><p class="crumbs"><a href="#/pods">Pods</a> / ${pod.namespace}</p>
      <h1>${pod.name}</h1>
      <p>${chip(pod.status, statusKind(pod.status))} ${pod.resize ? chip(`resize ${pod.resize}`, pod.resize === 'infeasible' ? 'bad' : 'wait') : nothing}
        on ${nodeLink(pod.node)} · QoS class <strong>${pod.qos}</strong>: ${pod.qosWhy} · ${pod.restarts} restarts · ${age(pod.created)} old</p>
      ${pod.why ? html`<p class="message" id="why">${pod.why}</p>` : nothing}${holders(pod.missing)}
    </header>
    <section aria-labelledby="h-resources"><h2 id="h-resources">Resources in each state</h2>
      <p class="muted legend">Desired is what the spec asks for; allocated what the node granted; actuated what the node wrote last; actual what was read back.
        CPU that is read back is a little off, since kernels keep weights.</p>
      <div class="levels">${pod.levels.filter(each => each.resources.length || each.kind !== 'pod level').map(each => level(each))}</div></section>
    ${pod.assigned.length ? html`<section aria-labelledby="h-own"><h2 id="h-own">CPUs and memory for itself</h2><ul class="plain">${pod.assigned.map(line => html`<li>${line}</li>`)}</ul></section>` : nothing}
    ${pod.mayResize ? form.render(pod) : nothing}
    <div class="columns">
      <section aria-labelledby="h-explain"><h2 id="h-explain">Explanation</h2>
        ${view.problem ? html`<p class="message">${view.problem}</p>` : view.explanation
          ? html`<pre class="text" tabindex="0" aria-label="What plimsoll explain says">${view.explanation}</pre>` : loading('the explanation')}</section>
      <section aria-labelledby="h-time"><h2 id="h-time">Timeline</h2>
        ${timeline(view.events)}
        <h2>Conditions</h2><table class="data"><thead><tr><th scope="col">Condition</th><th scope="col">Is</th><th scope="col">Reason</th></tr></thead>
          <tbody>${pod.conditions.map(each => html`<tr><td>${each.type}</td><td>${each.status}</td><td>${each.reason}${each.message ? html`<span class="muted"> ${each.message}</span>` : nothing}</td></tr>`)}</tbody></table></section>
    </div>`;
}

function timeline(events) {
  if (!events) return loading('events');
  if (events.problem) return html`<p class="message">${events.problem}</p>`;
  if (events.events.length === 0) return html`<p class="muted">No events, or they have expired.</p>`;
  return html`<ol class="log">${events.events.map(each => html`<li><time title=${clock(each.when)}>${age(each.when)}</time>
    <span>${each.type === 'Warning' ? chip(each.reason, 'bad') : html`<strong>${each.reason}</strong>`}${each.count > 1 ? ` ×${each.count}` : ''}
    <span class="muted">${each.message}</span></span></li>`)}</ol>`;
}

/** One level: a column for each request and limit, a row for each state. */
function level(level) {
  const columns = level.resources.flatMap(each => ['requests', 'limits']
    .filter(part => Object.keys(each[part]).length > 0)
    .map(part => ({ resource: each.resource, part, told: each[part] })));
  const largest = column => Math.max(1, ...Object.values(level.resources.find(each => each.resource === column.resource))
    .filter(value => typeof value === 'object').flatMap(value => Object.values(value)), level.used?.[column.resource] ?? 0);
  const title = level.kind === 'pod level' ? 'Pod level' : level.name;
  return html`<article class="level" aria-label=${title}><h3>${title} ${level.kind === 'pod level' ? nothing : html`<span class="muted">${level.kind}</span>`}</h3>
    ${columns.length === 0 ? html`<p class="muted">Asks for nothing.</p>` : html`<div class="scroll" tabindex="0" role="region" aria-label="States of ${title}"><table class="data states"><thead><tr><th scope="col">State</th>
      ${columns.map(each => html`<th scope="col">${each.resource} ${each.part === 'requests' ? 'request' : 'limit'}</th>`)}</tr></thead>
      <tbody>${STATES.map(state => html`<tr><th scope="row">${state}</th>${columns.map(each => cell(each, state, largest(each)))}</tr>`)}
        ${level.used ? html`<tr><th scope="row">used</th>${columns.map(each => each.part === 'requests' && level.used[each.resource] !== undefined
          ? value(each.resource, level.used[each.resource], largest(each), 'used') : html`<td></td>`)}</tr>` : nothing}</tbody></table></div>`}
    <dl class="facts">${Object.entries(level.cgroup).map(([name, told]) => html`<div><dt>${name}</dt><dd>${told}</dd></div>`)}
      ${level.restarts === undefined ? nothing : html`<div><dt>restarts</dt><dd>${level.restarts}</dd></div>`}</dl></article>`;
}

function cell(column, state, largest) {
  const told = column.told[state];
  if (told !== undefined) return value(column.resource, told, largest, state);
  if (state === 'allocated' && column.part === 'limits') return html`<td class="muted">not in the API</td>`;
  return html`<td class="muted">${state === 'desired' ? 'not set' : 'not told'}</td>`;
}

function value(resource, told, largest, kind) {
  return html`<td class="state-${kind}">${bar(told / largest, { kind })} <span class="number">${amount(resource, told)}</span></td>`;
}
