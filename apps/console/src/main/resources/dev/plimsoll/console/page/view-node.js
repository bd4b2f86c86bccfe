/** Node: what it has, who holds it, and its CPUs with the containers that have them. */

import { html, nothing, bar, chip, podLink, statusKind, loading, empty, forbidden } from './parts.js';
import { store } from './store.js';
import { amount, counted, cpu, cpuList, memory } from './format.js';
import { useCharts } from './chart.js';

const CELL = 26;
const GAP = 3;
const MARKS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** @param {() => void} changed @param {string[]} path */
export function create(changed, [name]) {
  const topic = `node:${name}`;
  return {
    topics: () => [topic],
    drawn: root => {
      const canvas = root.querySelector('canvas.machine');
      const machine = store.topics[topic]?.machine;
      if (canvas && machine) draw(canvas, machine);
    },
    render: () => {
      const data = store.topics[topic];
      if (!data) return loading(`node ${name}`);
      if (data.forbidden) return forbidden(data.forbidden);
      if (data.missing) return empty('No such node', `There is no node ${name}. It may have been deleted while you looked.`);
      return render(data);
    },
  };
}

function render(node) {
  const notGood = node.conditions.filter(each => (each.type === 'Ready') !== (each.status === 'True'));
  return html`<header class="subject"><p class="crumbs"><a href="#/nodes">Nodes</a></p><h1>${node.name}</h1>
      <p>${node.isReady ? chip('ready', 'good') : chip('not ready', 'bad')} ${node.isCordoned ? chip('cordoned', 'wait') : nothing}
        ${counted(node.pods.length, 'pod')}${node.hiddenPods ? ` and ${node.hiddenPods} that you may not see` : ''}</p>
      <p>${fit(node.largest)}</p>
      ${notGood.map(each => html`<p class="message">${each.type} is ${each.status}${each.message ? `: ${each.message}` : ''}</p>`)}</header>
    <div class="columns even"><section aria-labelledby="h-held"><h2 id="h-held">Held by pods</h2><table class="data"><thead><tr><th scope="col">Resource</th>
        <th scope="col" class="wide">Held</th><th scope="col" class="number">For pods</th><th scope="col" class="number">Capacity</th></tr></thead>
      <tbody>${node.resources.filter(each => each.allocatable > 0).map(each => html`<tr><td>${each.resource}</td>
        <td>${each.held === undefined ? html`<span class="muted">not counted</span>` : html`${bar(each.held / each.allocatable, { mark: each.used === undefined ? undefined : each.used / each.allocatable })} ${amount(each.resource, each.held)}${each.used === undefined ? nothing : html`<span class="muted">, uses ${amount(each.resource, Math.round(each.used))}</span>`}`}</td>
        <td class="number">${amount(each.resource, each.allocatable)}</td><td class="number">${amount(each.resource, each.capacity)}</td></tr>`)}</tbody></table></section>
      <section aria-labelledby="h-pods"><h2 id="h-pods">Pods</h2>${node.pods.length === 0 ? html`<p class="muted">No pods.</p>` : html`<div class="scroll" tabindex="0" role="region" aria-label="Pods of the node"><table class="data"><thead><tr>
        <th scope="col">Pod</th><th scope="col">State</th><th scope="col" class="number">CPU</th><th scope="col" class="number">Memory</th><th scope="col">CPUs</th></tr></thead>
        <tbody>${node.pods.slice(0, 80).map(each => html`<tr><td>${podLink(each)}</td><td>${chip(each.resize || each.status, statusKind(each.status, each.resize))}</td>
          <td class="number">${cpu(each.heldCpu)}</td><td class="number">${memory(each.heldMemory)}</td><td>${each.cpus || html`<span class="muted">shared</span>`}</td></tr>`)}</tbody></table></div>
        ${node.pods.length > 80 ? html`<p class="muted">${node.pods.length - 80} more</p>` : nothing}`}</section></div>
    <section aria-labelledby="h-machine"><h2 id="h-machine">Machine</h2>${node.machine ? machine(node.machine) : html`<p class="muted">Not told. This node does not publish
      its CPUs and NUMA nodes; nodes of plimsoll do where their CPU manager is on (plimsoll up --topology 2s2n8c2t --cpu-policy static).</p>`}</section>
    <section aria-labelledby="h-use"><h2 id="h-use">Use <span class="muted">the last hour, as far as the console has seen it</span></h2>${useCharts(node.use, 'held')}</section>`;
}

/** What the largest pod is that still fits. */
function fit(largest) {
  if (largest.none) return html`No pod fits any more: ${largest.none}.`;
  return html`The largest pod that still fits asks for <strong>${cpu(largest.cpu)}</strong> CPU and <strong>${memory(largest.memory)}</strong> memory${largest.ownCpus === undefined ? nothing
    : html`, or has <strong>${counted(largest.ownCpus, 'CPU')}</strong> for itself, ${largest.ownCpusOnOneNode} of them on one NUMA node`}${largest.taints.length ? `, if it tolerates ${largest.taints.join(', ')}` : ''}.`;
}

function machine(told) {
  const sockets = new Set(told.cpus.map(each => each.socket)).size;
  const cores = new Set(told.cpus.map(each => each.core)).size;
  return html`<p>${counted(sockets, 'socket')}, ${counted(told.numaNodes.length, 'NUMA node')}, ${counted(cores, 'core')}, ${counted(told.cpus.length, 'thread')} ·
      CPU policy ${told.cpuPolicy}, memory policy ${told.memoryPolicy}</p>
    <div class="machine-box"><canvas class="machine" role="img" aria-label="Map of the CPUs; the tables beside it tell the same"></canvas>
    <div><table class="data"><thead><tr><th scope="col">Mark</th><th scope="col">Container</th><th scope="col">CPUs</th></tr></thead><tbody>
      ${told.owners.map((each, at) => html`<tr><td class="mark-cell">${MARKS[at] ?? '*'}</td><td>${podLink({ namespace: each.namespace, name: each.pod })} ${each.container}</td>
        <td>${each.cpus}${each.isShared ? html` <span class="muted">shared in the pod</span>` : nothing}</td></tr>`)}
      <tr><td class="mark-cell">·</td><td>shared pool</td><td>${told.shared || '-'}</td></tr>
      <tr><td class="mark-cell">R</td><td>reserved for the system</td><td>${told.reserved || '-'}</td></tr></tbody></table>
    <table class="data"><thead><tr><th scope="col">NUMA node</th><th scope="col">CPUs</th><th scope="col">Resource</th><th scope="col" class="number">Free</th><th scope="col" class="number">For pods</th></tr></thead><tbody>
      ${told.numaNodes.flatMap(each => (each.resources ?? [{}]).map((row, at) => html`<tr><td>${at ? '' : each.id}</td><td>${at ? '' : each.cpus}</td><td>${row.resource ?? '-'}</td>
        <td class="number">${row.resource ? amount(row.resource, row.free) : '-'}</td><td class="number">${row.resource ? amount(row.resource, row.allocatable) : '-'}</td></tr>`))}</tbody></table></div></div>`;
}

/** Sockets below each other, NUMA nodes beside each other, a column for each core and a row for each of its threads. */
function draw(canvas, told) {
  const style = getComputedStyle(canvas);
  const colour = name => style.getPropertyValue(name).trim();
  const owner = new Map();
  told.owners.forEach((each, at) => cpuList(each.cpus).forEach(id => owner.set(id, { mark: MARKS[at] ?? '*', at })));
  const reserved = new Set(cpuList(told.reserved));
  const groups = [];
  for (const id of told.numaNodes.map(each => each.id)) {
    const cores = new Map();
    told.cpus.filter(each => each.node === id).forEach(each => cores.set(each.core, [...(cores.get(each.core) ?? []), each]));
    if (cores.size) groups.push({ id, socket: told.cpus.find(each => each.node === id).socket, cores: [...cores.values()] });
  }
  const perRow = Math.max(4, Math.min(16, Math.floor((Math.min(canvas.parentElement.clientWidth, 620) - 20) / (CELL + GAP))));
  let height = 6;
  /** @type {{text?: string, isBold?: boolean, cpu?: number, x: number, y: number}[]} */
  const places = [];
  let socket = -1;
  for (const group of groups) {
    if (group.socket !== socket) {
      socket = group.socket;
      places.push({ text: `socket ${socket}`, x: 4, y: height + 12, isBold: true });
      height += 20;
    }
    places.push({ text: `NUMA node ${group.id}`, x: 4, y: height + 12 });
    height += 18;
    const threads = Math.max(...group.cores.map(each => each.length));
    group.cores.forEach((cpus, at) => cpus.forEach((each, thread) => places.push({
      cpu: each.id, x: 4 + (at % perRow) * (CELL + GAP), y: height + (Math.floor(at / perRow) * threads + thread) * (CELL + GAP) + Math.floor(at / perRow) * GAP * 2,
    })));
    height += Math.ceil(group.cores.length / perRow) * (threads * (CELL + GAP) + GAP * 2) + 8;
  }
  const width = Math.max(110, Math.min(perRow, Math.max(...groups.map(each => each.cores.length))) * (CELL + GAP) + 8);
  const scale = window.devicePixelRatio || 1;
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext('2d');
  pen.scale(scale, scale);
  pen.textBaseline = 'middle';
  for (const place of places) {
    if (place.text) {
      pen.font = `${place.isBold ? '600 ' : ''}12px system-ui, sans-serif`;
      pen.fillStyle = colour(place.isBold ? '--text' : '--muted');
      pen.textAlign = 'left';
      pen.fillText(place.text, place.x, place.y - 2);
      continue;
    }
    const has = owner.get(place.cpu);
    const isReserved = reserved.has(place.cpu ?? -1);
    pen.fillStyle = has ? colour(`--owner-${has.at % 6}`) : isReserved ? colour('--line') : colour('--track');
    pen.fillRect(place.x, place.y, CELL, CELL);
    pen.fillStyle = has ? colour('--on-owner') : colour('--muted');
    pen.textAlign = 'center';
    pen.font = '600 12px system-ui, sans-serif';
    pen.fillText(has ? has.mark : isReserved ? 'R' : '·', place.x + CELL / 2, place.y + 9);
    pen.font = '9px system-ui, sans-serif';
    pen.fillText(String(place.cpu), place.x + CELL / 2, place.y + 20);
  }
}
