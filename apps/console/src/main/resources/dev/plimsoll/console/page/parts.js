/** Pieces that several views show. */

import { html, svg, nothing } from './lit/lit-html.js';
import { amount, cpu, memory } from './format.js';

export { html, svg, nothing };

const percent = part => `${(Math.max(0, Math.min(1, part || 0)) * 100).toFixed(1)}%`;

/**
 * A bar with a mark in it: one element, whose background has the length. It is set through the object model, since the page may have no styles of its own.
 * @param {number} part @param {{kind?: string, mark?: number}} options
 */
export function bar(part, { kind = 'held', mark } = {}) {
  return html`<span class="bar ${kind} ${part > 1.0001 ? 'over' : ''} ${mark === undefined ? '' : 'marked'}" aria-hidden="true"
    .style=${mark === undefined ? `background-size:${percent(part)} 100%` : `background-size:2px 100%,${percent(part)} 100%;background-position:${percent(mark)} 0,0 0`}></span>`;
}

/** Where states differ they are written desired > allocated > actual, as in plimsoll watch. */
export function states(resource, told) {
  const write = value => amount(resource, value);
  const parts = [write(told.desired)];
  if (!Number.isNaN(told.allocated) && told.allocated !== undefined && told.allocated !== told.desired) parts.push(write(told.allocated));
  const isNear = Math.abs(told.actual - told.desired) <= told.desired / 20;
  if (!Number.isNaN(told.actual) && told.actual !== undefined && !isNear) parts.push(write(told.actual));
  return parts.join(' > ');
}

/** A name that loses its middle where there is no room: what tells pods apart is at the end. */
export function cut(text) {
  const tail = Math.min(12, Math.floor(text.length / 2));
  return html`<span class="cut" title=${text}><span>${text.slice(0, -tail)}</span><span>${text.slice(-tail)}</span></span>`;
}

/** @param {{namespace: string, name: string}} pod @param {any} text what is shown in place of the name */
export function podLink(pod, text = undefined) {
  const name = `${pod.namespace}/${pod.name}`;
  return html`<a aria-label=${text ? name : nothing} href="#/pod/${encodeURIComponent(pod.namespace)}/${encodeURIComponent(pod.name)}">${text ?? name}</a>`;
}

export function nodeLink(name) {
  return name ? html`<a href="#/node/${encodeURIComponent(name)}">${name}</a>` : html`<span class="muted">none</span>`;
}

/** A word with a mark before it, so that colour is never alone. */
export function chip(word, kind = 'plain') {
  const mark = { good: '●', bad: '▲', wait: '◐', plain: '○' }[kind] ?? '○';
  return html`<span class="chip ${kind}"><span aria-hidden="true">${mark}</span> ${word}</span>`;
}

export function statusKind(status, resize = '') {
  if (resize === 'infeasible' || resize === 'error') return 'bad';
  if (resize) return 'wait';
  if (status === 'Running' || status === 'Succeeded' || status === 'Completed') return 'good';
  if (status === 'Pending' || status === 'ContainerCreating' || status === 'PodInitializing' || status === 'Terminating') return 'wait';
  return 'bad';
}

/** Nothing to show, said in a sentence with what to do. */
export function empty(title, text) {
  return html`<div class="state"><h1>${title}</h1><p>${text}</p></div>`;
}

/** A whole view that waits for its data; it has a heading as every view has. */
export function loading(what) {
  return html`<div class="state" role="status"><h1>Loading ${what}.</h1></div>`;
}

/** A part of a view that waits for its data. */
export function loadingPart(what) {
  return html`<div class="state" role="status"><p>Loading ${what}.</p></div>`;
}

export function forbidden(what) {
  return html`<div class="state"><h1>Not allowed</h1>
    <p>You may not list ${what} here. The API server decides this; ask whoever gives rights in the cluster for a role that can list ${what}.</p></div>`;
}

/** Who has what a deferred resize waits for. */
export function holders(missing = []) {
  if (missing.length === 0) return nothing;
  return html`<ul class="plain holders">${missing.map(each => html`<li>
    <strong>${each.resource} ${each.amount}</strong> missing${each.holders.length ? ', held by ' : ''}
    ${each.holders.map((holder, at) => html`${at ? ', ' : ''}${podLink(holder)} ${holder.amount}`)}
    ${each.others > 0 ? html`, ${each.others} more` : nothing}
    ${each.hidden > 0 ? html`, ${each.hidden} that you may not see` : nothing}
  </li>`)}</ul>`;
}

export const write = { cpu, memory, amount };

/** The same inside of a table, below the title of the page. */
export function emptyTable(title, text) {
  return html`<div class="state"><p><strong>${title}</strong></p><p>${text}</p></div>`;
}
