/** The page: lets people in, shows the view of the address, and hears the keys. */

import { html, render, nothing } from './lit/lit-html.js';
import { store } from './store.js';
import { span } from './format.js';
import * as overview from './view-overview.js';
import * as pods from './view-pods.js';
import * as pod from './view-pod.js';
import * as nodes from './view-nodes.js';
import * as node from './view-node.js';
import * as resizes from './view-resizes.js';
import * as quota from './view-quota.js';
import * as unscheduled from './view-unscheduled.js';
import * as autoscalers from './view-autoscalers.js';
import * as autoscaler from './view-autoscaler.js';
import * as simulate from './view-simulate.js';

const KEPT = 'plimsoll-session';
const root = /** @type {HTMLElement} */ (document.getElementById('app'));
root.replaceChildren();

/** Views by the first part of the address; those with a create function keep something between pictures. */
const VIEWS = { '': overview, pods, pod, nodes, node, resizes, quota, unscheduled, autoscalers, autoscaler, simulate };

const MENU = [['', 'Overview', '1'], ['pods', 'Pods', '2'], ['nodes', 'Nodes', '3'], ['resizes', 'Resizes', '4'], ['quota', 'Quota', '5'], ['unscheduled', 'Unscheduled', '6'], ['autoscalers', 'Autoscalers', '7'], ['simulate', 'Simulate', '8']];

const KEYS = [['?', 'this help'], ['1 to 8', 'the views'], ['arrows, j, k', 'move'], ['page up, page down, g, G', 'move far'], ['Enter', 'open what is marked'],
  ['Escape', 'back'], ['r', 'resize the pod that is shown'], ['s', 'next order'], ['n', 'next namespace, after the last one all'], ['/', 'filter; Enter keeps it, Escape clears it']];

/** Views of one object and the tables that they belong to. @type {Record<string, string>} */
const PARENTS = { pod: 'pods', node: 'nodes', autoscaler: 'autoscalers' };

/** @type {{problem: string, isEntering: boolean, isHelp: boolean, link: string, view: any, address: string|null, steps: number}} */
const page = { problem: '', isEntering: false, isHelp: false, link: '', view: null, address: null, steps: 0 };

/** An address that somebody wrote by hand may be no address at all. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @returns {string[]} */
function address() {
  return location.hash.replace(/^#\/?/, '').split('/').map(decoded);
}

function route() {
  const text = location.hash;
  if (page.address === text && page.view) return;
  const [name, ...path] = address();
  const module = VIEWS[name] ?? overview;
  page.address = text;
  page.view = module.create ? module.create(draw, path) : module;
  store.watch(page.view.topics());
  document.title = `${path.at(-1) || MENU.find(each => each[0] === name)?.[1] || 'Overview'} · Plimsoll`;
}

let isDrawing = false;

/** Draws at the next frame, however often it was asked for. */
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    if (store.session) route();
    render(store.session ? shell() : entrance(), root);
    if (store.session) page.view.drawn?.(root);
  });
}

function shell() {
  const session = store.topics.session;
  const current = address()[0];
  const section = PARENTS[current] ?? current;
  const isLost = store.connection.state === 'lost';
  return html`<a class="skip" href="#main" @click=${event => { event.preventDefault(); /** @type {HTMLElement} */ (root.querySelector('main')).focus(); }}>To the content</a>
    <header class="top"><a class="brand" href="#/" aria-label="Plimsoll, overview"><svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true"><circle cx="16" cy="16" r="10" fill="none" stroke="currentColor" stroke-width="3"></circle><path d="M1 16h30" stroke="currentColor" stroke-width="3"></path></svg> Plimsoll</a>
      <nav aria-label="Views">${MENU.map(([id, title]) => html`<a href="#/${id}" aria-current=${id === section ? 'page' : nothing}>${title}</a>`)}</nav>
      <div class="who"><span class="link-state ${store.connection.state}" role="status">${store.connection.state === 'open' ? '● live' : isLost ? '▲ disconnected' : '◐ connecting'}</span>
        <span class="user muted" title=${session?.user ?? ''}>${session?.user ?? ''}</span>
        <button type="button" @click=${() => { page.isHelp = !page.isHelp; draw(); }} aria-expanded=${page.isHelp}>Help</button></div></header>
    ${isLost ? html`<p class="banner" role="alert">${store.connection.reason ? `The console cannot let you in: ${store.connection.reason}.`
      : html`The connection to the console was lost <span aria-hidden="true">${span(Date.now() - store.connection.since)} ago</span>.`}
      ${store.topics.session ? 'This is how it was then. ' : ''}The page reconnects by itself. If it does not, check that plimsoll still runs.</p>` : nothing}
    ${!isLost && session?.trouble ? html`<p class="banner" role="alert">The console cannot follow the cluster: ${session.trouble}</p>` : nothing}
    ${page.isHelp ? help(session) : nothing}
    <main id="main" tabindex="-1">${page.view.render()}</main>`;
}

function help(session) {
  return html`<aside class="help" aria-label="Keys and more"><dl class="keys">${KEYS.map(([key, text]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${text}</dd></div>`)}</dl>
    <div><p>Words mean what they mean in plimsoll watch: desired, allocated, actuated, actual, held, deferred, infeasible. A star after a pod's name: it has resources at pod level. The bar of a node is what its pods hold; the mark in it what they use.</p>
    ${session?.isOwn ? html`<p><button type="button" @click=${link}>Link for another tab</button> ${page.link ? html`<code class="link">${page.link}</code> <span class="muted">can be opened once</span>` : nothing}</p>` : nothing}
    <p><button type="button" @click=${leave}>Sign out</button> <span class="muted">of ${session?.user ?? 'the console'}</span></p></div></aside>`;
}

async function link() {
  try {
    const made = await store.ask('POST', 'link', {});
    const url = new URL(location.href);
    url.hash = `code=${made.code}`;
    page.link = url.href;
  } catch (error) {
    page.link = error.message;
  }
  draw();
}

async function leave() {
  await store.ask('POST', 'leave', {}).catch(() => {}); // a console that has ended knows no sessions
  sessionStorage.removeItem(KEPT);
  location.hash = '';
  location.reload();
}

/** Where nobody was let in yet. */
function entrance() {
  return html`<main class="entrance"><h1>Plimsoll console</h1>
    ${page.problem ? html`<p class="message" role="alert">${page.problem}</p>` : nothing}
    ${page.isEntering ? html`<p role="status">Opening.</p>` : html`
    <p>Open the address that plimsoll printed when it was started; it lets you in once. Where the console is served to others, sign in with a bearer token of the cluster.</p>
    <div class="token"><label>Token <input type="password" id="token" autocomplete="off" spellcheck="false" @keydown=${event => event.key === 'Enter' && enterWithToken()}></label>
      <button type="button" @click=${enterWithToken}>Sign in</button></div>`}</main>`;
}

function enterWithToken() {
  const input = /** @type {HTMLInputElement} */ (document.getElementById('token'));
  enter({ token: input.value });
}

/** @param {{code?: string, token?: string}} shown */
async function enter(shown) {
  page.isEntering = true;
  page.problem = '';
  draw();
  try {
    const opened = await store.ask('POST', 'session', shown);
    sessionStorage.setItem(KEPT, opened.session);
    store.start(opened.session);
  } catch (error) {
    page.problem = error.message;
  }
  page.isEntering = false;
  draw();
}

addEventListener('keydown', event => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!store.session || event.ctrlKey || event.metaKey || event.altKey || target.matches('input, select, textarea')) return;
  if (target.matches('a, button, summary') && event.key === 'Enter') return;
  const view = MENU.find(each => each[2] === event.key);
  if (event.key === '?') page.isHelp = !page.isHelp;
  else if (view) location.hash = `#/${view[0]}`;
  else if (event.key === '/') {
    const filter = document.getElementById('filter');
    if (!filter) return;
    filter.focus();
  } else if (event.key === 'Escape') {
    if (page.isHelp) page.isHelp = false;
    else if (PARENTS[address()[0]] && page.steps > 0) history.back();
    else if (PARENTS[address()[0]]) location.hash = `#/${PARENTS[address()[0]]}`; // opened by its address: there is nothing to go back to
  } else {
    page.view?.key?.(event);
    return;
  }
  event.preventDefault();
  draw();
});

addEventListener('hashchange', () => {
  page.isHelp = false;
  page.steps++;
  draw();
  root.querySelector('main')?.scrollTo(0, 0);
});
addEventListener('resize', draw);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);

store.addEventListener('change', () => {
  if (store.connection.state === 'refused') {
    sessionStorage.removeItem(KEPT);
    store.session = '';
    page.problem = 'The session has ended, for instance because plimsoll was started again. Open the new address that it printed.';
  }
  draw();
});

// Ages go on though nothing happens.
setInterval(() => !document.hidden && draw(), 1000);

const code = /^#code=(.+)$/.exec(location.hash)?.[1];
const kept = sessionStorage.getItem(KEPT);
if (code) {
  // The code is worth nothing once it was used, and is not left in the address.
  history.replaceState(null, '', `${location.pathname}#/`);
  enter({ code });
} else if (kept) {
  store.start(kept);
}
draw();
