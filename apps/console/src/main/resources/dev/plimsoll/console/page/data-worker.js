/**
 * The connection to the server. Holds all rows, filters and sorts them, and gives the page only the rows that it shows.
 *
 * From the page: {kind: 'open', url, session}, {kind: 'watch', topics}, {kind: 'query', table, ...}, {kind: 'close'}.
 * To the page: {kind: 'connection', state, reason}, {kind: 'topic', topic, data}, {kind: 'rows', table, total, matched, from, rows},
 * {kind: 'map', names, held, used, marks, pending} of all nodes, where the overview is looked at; names only where they have changed.
 */

import { FrameReader } from './frames.js';
import { PodTable, NodeTable } from './tables.js';

const PODS = 1;
const NOT_LET_IN = 4401;
const LONGEST_PAUSE = 5000;
const PING_EVERY = 30_000;

const LAST = 2;
const RESET = 1;

const tables = { pods: new PodTable(), nodes: new NodeTable() };
/** Tables of which only a part has come. @type {Set<string>} */
const loading = new Set();
/** Tables of which the server has told something: without it nobody knows whether they are empty. @type {Set<string>} */
const told = new Set();
/** @type {Record<string, any>} what the page shows of each table */
const queries = {};
/** What the page was given last of each table: counts, and the rows with their versions. @type {Record<string, {counts: string, rows: Uint32Array}>} */
const given = {};
/** @type {WebSocket|null} */
let socket = null;
let pause = 250;
/** @type {string[]} */
let topics = [];
/** @type {{url: string, session: string}} */
let settings = { url: '', session: '' };
let pings = 0;
/** The order of nodes whose names the page has. @type {Uint32Array|null} */
let namedOrder = null;
/** Bytes of rows since the beginning, for those who measure. */
let received = 0;

function open() {
  const opened = new WebSocket(settings.url);
  socket = opened;
  opened.binaryType = 'arraybuffer';
  opened.onopen = () => {
    pause = 250;
    // A new connection tells everything anew; until then the last picture stays.
    opened.send(JSON.stringify({ session: settings.session }));
    watch();
    postMessage({ kind: 'connection', state: 'open' });
    pings = setInterval(() => opened.readyState === WebSocket.OPEN && opened.send('{"ping":1}'), PING_EVERY);
  };
  opened.onmessage = event => {
    if (typeof event.data === 'string') {
      const message = JSON.parse(event.data);
      postMessage({ kind: 'topic', topic: message.topic, data: message.data });
    } else {
      readFrame(new Uint8Array(event.data));
    }
  };
  opened.onclose = event => {
    clearInterval(pings);
    if (socket !== opened) return;
    if (event.code === NOT_LET_IN) {
      postMessage({ kind: 'connection', state: 'refused' });
      return;
    }
    postMessage({ kind: 'connection', state: 'lost', reason: event.reason });
    setTimeout(() => socket === opened && open(), pause);
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  };
}

/** The server learns what is looked at once it has let us in; until then it keeps the wish. */
function watch() {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ watch: topics }));
}

/** @param {Uint8Array} bytes */
function readFrame(bytes) {
  received += bytes.length;
  const reader = new FrameReader(bytes);
  const name = reader.number() === PODS ? 'pods' : 'nodes';
  const flags = reader.number();
  const table = tables[name];
  table.read(reader, flags);
  const isFirst = (flags & RESET) !== 0;
  told.add(name);
  if (flags & LAST) loading.delete(name);
  else loading.add(name);
  const query = queries[name];
  // Of a long snapshot the first part is shown at once and the rest together.
  if (!isFirst && loading.has(name)) return;
  if (query) show(name, false);
  if (name === 'nodes') map();
}

/** All nodes, for their picture. */
function map() {
  const nodes = tables.nodes;
  if (!topics.includes('overview') || loading.has('nodes')) return;
  const all = nodes.map();
  const names = namedOrder === nodes.byName ? undefined : Array.from(nodes.byName, slot => nodes.keys[slot]);
  namedOrder = nodes.byName;
  postMessage({ kind: 'map', names, ...all }, { transfer: [all.held.buffer, all.used.buffer, all.marks.buffer, all.pending.buffer] });
}

/** @param {string} name @param {boolean} isAsked whether the page waits for an answer; otherwise it hears only of what differs from what it has */
function show(name, isAsked) {
  const table = tables[name];
  const query = queries[name];
  if (!query) return;
  const began = performance.now();
  if (table.isOrderStale) table.arrange(query);
  const from = Math.max(0, Math.min(query.from, table.order.length - 1));
  const slots = table.order.subarray(from, from + query.count);
  const counts = `${table.size} ${table.order.length} ${from} ${loading.has(name)} ${told.has(name)}`;
  const rows = Uint32Array.from(slots, slot => table.columns.version[slot]);
  if (!isAsked && given[name]?.counts === counts && isSame(given[name].rows, rows)) return;
  given[name] = { counts, rows };
  postMessage({
    kind: 'rows', table: name, total: table.size, matched: table.order.length, from, rows: Array.from(slots, slot => table.row(slot)),
    isLoading: loading.has(name), isTold: told.has(name), received, millis: performance.now() - began,
  });
}

/** @param {Uint32Array} one @param {Uint32Array} other */
function isSame(one, other) {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

self.onmessage = event => {
  const message = event.data;
  switch (message.kind) {
    case 'open':
      settings = message;
      open();
      break;
    case 'watch':
      topics = message.topics;
      watch();
      map();
      break;
    case 'query': {
      const before = queries[message.table];
      const isSameOrder = before && ['sort', 'isDescending', 'filter', 'namespace', 'resizing']
        .every(name => before[name] === message[name]);
      queries[message.table] = message;
      if (!isSameOrder) tables[message.table].isOrderStale = true;
      show(message.table, true);
      break;
    }
    case 'close': {
      const closed = socket;
      socket = null;
      closed?.close();
      break;
    }
  }
};
