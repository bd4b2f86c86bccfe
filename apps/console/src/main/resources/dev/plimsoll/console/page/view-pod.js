/** Pod: its resources in the states desired, allocated, actuated and actual, with the values of cgroups, explanation and timeline. */

import { html, nothing, bar, chip, nodeLink, statusKind, loading, loadingPart, empty, forbidden, holders } from './parts.js';
import { store } from './store.js';
import { age, amount, clock, counted, cpu, memory, took } from './format.js';
import { useCharts } from './chart.js';
import { ResizeForm } from './resize-form.js';

const STATES = ['desired', 'allocated', 'actuated', 'actual'];

/** @param {() => void} changed @param {string[]} path */
export function create(changed, [namespace, name]) {
  const topic = `pod:${namespace}/${name}`;
  /** @type {{explanation: string, events: any, node: any, problem: string, version: string}} */
  const view = { explanation: '', events: null, node: null, problem: '', version: '' };
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
    store.ask('GET', `events/${path}`).then(told => { view.events = told; changed(); }).catch(error => { view.events = { problem: error.message }; changed(); });
    if (data.node) store.ask('GET', `actuated/${encodeURIComponent(data.node)}/${path}`).then(told => { view.node = told; changed(); }).catch(error => { view.node = { notTold: error.message }; changed(); });
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
        on ${nodeLink(pod.node)} · QoS class <strong>${pod.qos}</strong>: ${pod.qosWhy} · ${counted(pod.restarts, 'restart')} · ${age(pod.created)} old</p>
      ${pod.why ? html`<p class="message" id="why">${pod.why}</p>` : nothing}${holders(pod.missing)}
    </header>
    <section aria-labelledby="h-resources"><h2 id="h-resources">Resources in each state</h2>
      <p class="muted legend">Desired is what the spec asks for; allocated what the node granted; actuated what the node wrote last; actual what was read back.
        CPU that is read back is a little off, since kernels keep weights.${pod.node && view.node?.notTold ? ` Actuated is not told: ${view.node.notTold}.` : ''}</p>
      <div class="levels">${pod.levels.filter(each => each.resources.length || each.kind !== 'pod level').map(each => level(told(each, pod, view.node)))}</div></section>
    ${pod.assigned.length ? html`<section aria-labelledby="h-own"><h2 id="h-own">CPUs and memory for itself</h2><ul class="plain">${pod.assigned.map(line => html`<li>${line}</li>`)}</ul></section>` : nothing}
    ${pod.mayResize ? form.render(pod) : nothing}
    <section aria-labelledby="h-use"><h2 id="h-use">Use <span class="muted">the last hour, as far as the console has seen it</span></h2>${useCharts(pod.use, 'requested')}</section>
    <div class="columns">
      <section aria-labelledby="h-explain"><h2 id="h-explain">Explanation</h2>
        ${view.problem ? html`<p class="message">${view.problem}</p>` : view.explanation
          ? html`<pre class="text" tabindex="0" aria-label="What plimsoll explain says">${view.explanation}</pre>` : loadingPart('the explanation')}</section>
      <section aria-labelledby="h-time"><h2 id="h-time">Timeline</h2>
        ${timeline(pod, view.events)}
        <h2>Conditions</h2><table class="data"><thead><tr><th scope="col">Condition</th><th scope="col">Status</th><th scope="col">Reason</th></tr></thead>
          <tbody>${pod.conditions.map(each => html`<tr><td>${each.type}</td><td>${each.status}</td><td>${each.reason}${each.message ? html`<span class="muted"> ${each.message}</span>` : nothing}</td></tr>`)}</tbody></table></section>
    </div>`;
}

/** How each kind of change is marked. @type {Record<string, string>} */
const CHANGES = { resize: 'plain', restart: 'wait', oom: 'bad', eviction: 'bad', node: 'plain' };

/** What the console has seen and what events tell, the newest first. */
function timeline(pod, events) {
  const seen = pod.history.map(each => ({ when: each.when, what: html`${chip(each.kind === 'oom' ? 'OOM' : each.kind, CHANGES[each.kind] ?? 'plain')} ${each.text.replace(/^resize /, '')}${finished(pod, each)}` }));
  const told = (events?.events ?? []).map(each => ({
    when: each.when,
    what: html`${each.type === 'Warning' ? chip(each.reason, 'bad') : html`<strong>${each.reason}</strong>`}${each.count > 1 ? ` ×${each.count}` : ''} <span class="muted">${each.message}</span>`,
  }));
  const all = [...seen, ...told].sort((a, b) => b.when - a.when);
  return html`${events?.problem ? html`<p class="message">Events are not told: ${events.problem}</p>` : nothing}
    ${all.length === 0 ? (events ? html`<p class="muted">Nothing has happened that the console has seen, and there are no events, or they have expired.</p>` : loadingPart('events'))
      : html`<ol class="log">${all.slice(0, 80).map(each => html`<li><time title=${clock(each.when)}>${age(each.when)}</time><span>${each.what}</span></li>`)}</ol>`}`;
}

/** What a resize that is done has changed, and how long it took. */
function finished(pod, change) {
  const resize = pod.finished.find(each => each.done === change.when);
  if (!resize || change.text !== 'resize done') return nothing;
  const part = (from, to, write) => (from === to ? '' : `, ${write(from)} → ${write(to)}`);
  return html`<span class="muted">${part(resize.fromCpu, resize.toCpu, cpu)}${part(resize.fromMemory, resize.toMemory, memory)}, took ${took(resize.done - resize.asked)}</span>`;
}

/** A level with what its node tells of it beyond the API. */
function told(level, pod, node) {
  const isTold = node?.uid === pod.uid;
  const found = isTold ? node.levels.find(each => each.name === (level.kind === 'pod level' ? '' : level.name)) : undefined;
  if (!found) return level;
  if (level.kind === 'pod level' && !pod.isPodLevel) sum(found, pod, node);
  const resources = level.resources.map(each => ({
    ...each, requests: { ...found.requests[each.resource], ...each.requests }, limits: { ...found.limits[each.resource], ...each.limits },
  }));
  const written = level.kind === 'pod level' ? node.cgroup : {};
  return { ...level, resources, cpus: found.cpus, written, isTold };
}

/** A pod without resources at pod level has those of its containers together; a limit only where all of them have one. */
function sum(whole, pod, node) {
  const running = pod.levels.filter(each => each.kind !== 'pod level' && each.kind !== 'init').map(each => node.levels.find(other => other.name === each.name)).filter(Boolean);
  for (const part of ['requests', 'limits']) {
    for (const resource of new Set(running.flatMap(each => Object.keys(each[part])))) {
      for (const state of ['allocated', 'actuated']) {
        const amounts = running.map(each => each[part][resource]?.[state]);
        if (part === 'limits' && amounts.includes(undefined)) continue;
        if (amounts.every(each => each === undefined)) continue;
        whole[part][resource] = { ...whole[part][resource], [state]: amounts.reduce((all, each) => all + (each ?? 0), 0) };
      }
    }
  }
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
      <tbody>${STATES.map(state => html`<tr><th scope="row">${state}</th>${columns.map(each => cell(each, state, largest(each), level.isTold))}</tr>`)}
        ${level.used ? html`<tr><th scope="row">used</th>${columns.map(each => each.part === 'requests' && level.used[each.resource] !== undefined
          ? value(each.resource, level.used[each.resource], largest(each), 'used') : html`<td></td>`)}</tr>` : nothing}</tbody></table></div>`}
    <dl class="facts">${Object.entries(level.cgroup).map(([name, computed]) => html`<div><dt>${name}</dt><dd>${computed}${level.written?.[name] !== undefined && level.written[name] !== String(computed)
        ? html` <span class="muted">written ${level.written[name]}</span>` : nothing}</dd></div>`)}
      ${level.cpus ? html`<div><dt>own CPUs</dt><dd>${level.cpus}</dd></div>` : nothing}
      ${level.restarts === undefined ? nothing : html`<div><dt>restarts</dt><dd>${level.restarts}</dd></div>`}</dl></article>`;
}

function cell(column, state, largest, isTold) {
  const told = column.told[state];
  if (told !== undefined) return value(column.resource, told, largest, state);
  return html`<td class="muted">${state === 'desired' ? 'not set' : isTold && state !== 'actual' ? 'none' : 'not told'}</td>`;
}

function value(resource, told, largest, kind) {
  return html`<td class="state-${kind}">${bar(told / largest, { kind })} <span class="number">${amount(resource, told)}</span></td>`;
}
