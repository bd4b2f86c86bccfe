/** Rows of pods and nodes in typed arrays, with filter and order. Lives in the worker; nothing here touches the page. */

import { FrameReader } from './frames.js';

const RESET = 1;
const FIRST_SIZE = 1024;

/** Columns that grow together. */
class Columns {
  /** @param {Record<string, any>} types names of columns and their array types */
  constructor(types) {
    this.types = types;
    this.size = FIRST_SIZE;
    for (const [name, type] of Object.entries(types)) this[name] = new type(this.size);
  }

  /** @param {number} slot */
  reach(slot) {
    if (slot < this.size) return;
    while (this.size <= slot) this.size *= 2;
    for (const [name, type] of Object.entries(this.types)) {
      const grown = new type(this.size);
      grown.set(this[name]);
      this[name] = grown;
    }
  }
}

/** More than there are rows, so that a place by value and one by name make one number. */
const PLACES = 2 ** 21;

/** @typedef {{sort: string, isDescending: boolean, filter: string, namespace: string, resizing: boolean}} Query */

/**
 * A table of rows that come and go. Slots are kept in the order of their names, so that an order by name costs nothing and any other one sorts plain
 * numbers: the place of the value and the place of the name.
 */
class Table {
  /** @type {Map<number, number>} */
  slots = new Map();
  /** @type {number[]} */
  free = [];
  used = 0;
  /** What is sorted by name and shown. @type {string[]} */
  keys = [];
  /** What is searched. @type {string[]} */
  lower = [];
  /** Texts that rows share, by their numbers. @type {string[]} */
  words = [''];
  /** How often a row has come: the page draws anew only rows that have come again. */
  version = 0;
  /** How the order was made; null where it has to be made anew. @type {{matches: (slot: number) => boolean, value: ((slot: number) => number)|null, words: number}|null} */
  current = null;
  /** Slots in the order of their names, and those that are not among them yet. */
  byName = new Uint32Array(0);
  /** @type {Set<number>} */
  fresh = new Set();
  isNameStale = false;
  order = new Uint32Array(0);
  isOrderStale = true;

  /** @param {Record<string, any>} types */
  constructor(types) {
    /** @type {any} */
    this.columns = new Columns({ version: Uint32Array, ...types });
  }

  clear() {
    this.slots.clear();
    this.free = [];
    this.used = 0;
    this.keys = [];
    this.lower = [];
    this.words = [''];
    this.byName = new Uint32Array(0);
    this.fresh.clear();
    this.isNameStale = false;
    this.current = null;
    this.order = new Uint32Array(0);
    this.isOrderStale = true;
  }

  /** @param {FrameReader} reader @param {number} flags */
  read(reader, flags) {
    if (flags & RESET) this.clear();
    for (let left = reader.number(); left > 0; left--) this.words[reader.number()] = reader.text();
    for (let left = reader.number(); left > 0; left--) this.remove(reader.number());
    for (let left = reader.number(); left > 0; left--) {
      const id = reader.number();
      let slot = this.slots.get(id);
      const isNew = slot === undefined;
      if (slot === undefined) {
        slot = this.free.pop() ?? this.used++;
        this.slots.set(id, slot);
        this.columns.reach(slot);
        this.keys[slot] = '';
      }
      const before = this.keys[slot];
      const place = isNew || this.isOrderStale ? null : this.place(slot);
      this.readRow(reader, slot);
      this.columns.version[slot] = ++this.version;
      if (this.keys[slot] === before) {
        if (place === null || this.place(slot) !== place) this.isOrderStale = true;
        continue;
      }
      // The server gives ids of rows that are gone to new ones.
      this.lower[slot] = this.keys[slot].toLowerCase();
      this.fresh.add(slot);
      this.isNameStale = true;
      this.isOrderStale = true;
    }
  }

  /** @param {FrameReader} reader @param {number} slot */
  readRow(reader, slot) {
    throw new Error(`no row ${slot} in ${reader.at}`);
  }

  /** @param {number} id */
  remove(id) {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    this.slots.delete(id);
    this.free.push(slot);
    this.keys[slot] = '';
    this.lower[slot] = '';
    this.fresh.delete(slot);
    this.isNameStale = true;
    this.isOrderStale = true;
  }

  get size() {
    return this.slots.size;
  }

  /** Where the order has a row, but for its name: -Infinity where it is filtered out, null where that is not known. @param {number} slot @returns {number|null} */
  place(slot) {
    // The order was made without the words that have come since.
    if (!this.current || this.current.words !== this.words.length) return null;
    if (!this.current.matches(slot)) return -Infinity;
    return this.current.value ? this.current.value(slot) : 0;
  }

  /** Brings new names into the order of those that are there. */
  sortNames() {
    if (!this.isNameStale) return;
    const keys = this.keys;
    const added = Uint32Array.from(this.fresh);
    added.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0));
    const merged = new Uint32Array(this.slots.size);
    let count = 0;
    let next = 0;
    for (const slot of this.byName) {
      if (keys[slot] === '' || this.fresh.has(slot)) continue;
      while (next < added.length && keys[added[next]] < keys[slot]) merged[count++] = added[next++];
      merged[count++] = slot;
    }
    while (next < added.length) merged[count++] = added[next++];
    this.byName = merged;
    this.fresh.clear();
    this.isNameStale = false;
  }

  /** @param {Query} query */
  arrange(query) {
    this.sortNames();
    const matches = this.matcher(query);
    const kept = new Uint32Array(this.byName.length);
    let count = 0;
    for (const slot of this.byName) if (matches(slot)) kept[count++] = slot;
    const order = kept.subarray(0, count);
    const value = this.values(query.sort);
    this.current = { matches, value, words: this.words.length };
    this.order = value ? sorted(order, value, query.isDescending) : query.isDescending ? order.reverse() : order;
    this.isOrderStale = false;
  }

  /** @param {Query} query @returns {(slot: number) => boolean} */
  matcher(query) {
    return () => !query;
  }

  /** @param {string} sort @returns {((slot: number) => number)|null} null for the order of names */
  values(sort) {
    return sort ? null : null;
  }

  /** Which words have a text in them. @param {string} needle @returns {Uint8Array} */
  wordsWith(needle) {
    return Uint8Array.from(this.words, word => (word !== undefined && word.toLowerCase().includes(needle) ? 1 : 0));
  }

  /** The places of words in their order. @returns {Uint32Array} */
  wordPlaces() {
    const places = new Uint32Array(this.words.length);
    [...this.words.keys()].sort((a, b) => ((this.words[a] ?? '') < (this.words[b] ?? '') ? -1 : 1)).forEach((word, place) => { places[word] = place; });
    return places;
  }
}

/**
 * Slots by a value, and by name where it is the same.
 * @param {Uint32Array<ArrayBuffer>} byName @param {(slot: number) => number} value @param {boolean} isDescending @returns {Uint32Array<ArrayBuffer>}
 */
function sorted(byName, value, isDescending) {
  const count = byName.length;
  const values = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const found = value(byName[at]);
    values[at] = Number.isNaN(found) ? -1 : found;
  }
  const distinct = values.slice().sort();
  let different = 0;
  for (let at = 0; at < count; at++) if (at === 0 || distinct[at] !== distinct[at - 1]) distinct[different++] = distinct[at];
  const keys = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    let low = 0;
    let high = different - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (distinct[middle] < values[at]) low = middle + 1;
      else high = middle;
    }
    keys[at] = (isDescending ? different - 1 - low : low) * PLACES + at;
  }
  keys.sort();
  const order = new Uint32Array(count);
  for (let at = 0; at < count; at++) order[at] = byName[keys[at] % PLACES];
  return order;
}

const pod = {
  namespace: Uint32Array, node: Uint32Array, status: Uint32Array, qos: Uint32Array, resize: Uint32Array,
  restarts: Uint32Array, created: Float64Array, flags: Uint8Array,
  cpuDesired: Float64Array, cpuAllocated: Float64Array, cpuActual: Float64Array, cpuUsed: Float64Array,
  memoryDesired: Float64Array, memoryAllocated: Float64Array, memoryActual: Float64Array, memoryUsed: Float64Array,
};

export class PodTable extends Table {
  constructor() {
    super(pod);
  }

  /** @param {FrameReader} reader @param {number} slot */
  readRow(reader, slot) {
    const c = this.columns;
    c.namespace[slot] = reader.number();
    this.keys[slot] = `${this.words[c.namespace[slot]]}/${reader.text()}`;
    c.node[slot] = reader.number();
    c.status[slot] = reader.number();
    c.qos[slot] = reader.number();
    c.resize[slot] = reader.number();
    c.restarts[slot] = reader.number();
    c.created[slot] = reader.number() * 1000;
    c.flags[slot] = reader.number();
    this.states(reader, slot, c.cpuDesired, c.cpuAllocated, c.cpuActual, c.cpuUsed);
    this.states(reader, slot, c.memoryDesired, c.memoryAllocated, c.memoryActual, c.memoryUsed);
  }

  /** @param {FrameReader} reader @param {number} slot @param {Float64Array} desired @param {Float64Array} allocated @param {Float64Array} actual @param {Float64Array} used */
  states(reader, slot, desired, allocated, actual, used) {
    const same = reader.number();
    desired[slot] = reader.number();
    allocated[slot] = same & 1 ? desired[slot] : reader.known();
    actual[slot] = same & 2 ? desired[slot] : reader.known();
    used[slot] = reader.known();
  }

  /** @param {Query} query @returns {(slot: number) => boolean} */
  matcher(query) {
    const c = this.columns;
    const needle = query.filter.toLowerCase();
    const found = needle ? this.wordsWith(needle) : null;
    const namespace = query.namespace ? this.words.indexOf(query.namespace) : 0;
    return slot => {
      if (query.resizing && !(c.flags[slot] & 4)) return false;
      if (namespace !== 0 && c.namespace[slot] !== namespace) return false;
      return !found || this.lower[slot].includes(needle) || found[c.node[slot]] === 1 || found[c.status[slot]] === 1;
    };
  }

  /** @param {string} sort @returns {((slot: number) => number)|null} */
  values(sort) {
    const c = this.columns;
    const word = column => {
      const places = this.wordPlaces();
      return slot => places[column[slot]];
    };
    switch (sort) {
      case 'cpu': return slot => c.cpuDesired[slot];
      case 'memory': return slot => c.memoryDesired[slot];
      case 'state': {
        const status = word(c.status);
        return slot => (c.flags[slot] & 4 ? 0 : PLACES) + status(slot);
      }
      case 'node': return word(c.node);
      case 'qos': return word(c.qos);
      case 'restarts': return slot => c.restarts[slot];
      case 'age': return slot => -c.created[slot];
      default: return null;
    }
  }

  /** @param {number} slot */
  row(slot) {
    const c = this.columns;
    const key = this.keys[slot];
    const slash = key.indexOf('/');
    return {
      key, version: c.version[slot], namespace: key.slice(0, slash), name: key.slice(slash + 1),
      node: this.words[c.node[slot]], status: this.words[c.status[slot]], qos: this.words[c.qos[slot]],
      resize: this.words[c.resize[slot]], restarts: c.restarts[slot], created: c.created[slot],
      isPodLevel: (c.flags[slot] & 1) !== 0, isEnded: (c.flags[slot] & 2) !== 0, isResizing: (c.flags[slot] & 4) !== 0,
      cpu: { desired: c.cpuDesired[slot], allocated: c.cpuAllocated[slot], actual: c.cpuActual[slot], used: c.cpuUsed[slot] },
      memory: { desired: c.memoryDesired[slot], allocated: c.memoryAllocated[slot], actual: c.memoryActual[slot], used: c.memoryUsed[slot] },
    };
  }
}

const node = {
  flags: Uint8Array, pods: Uint32Array, pending: Uint32Array,
  cpuWhole: Float64Array, cpuHeld: Float64Array, cpuUsed: Float64Array,
  memoryWhole: Float64Array, memoryHeld: Float64Array, memoryUsed: Float64Array,
};

export class NodeTable extends Table {
  constructor() {
    super(node);
  }

  /** @param {FrameReader} reader @param {number} slot */
  readRow(reader, slot) {
    const c = this.columns;
    this.keys[slot] = reader.text();
    c.flags[slot] = reader.number();
    c.pods[slot] = reader.number();
    c.pending[slot] = reader.number();
    for (const name of ['cpu', 'memory']) {
      c[`${name}Whole`][slot] = reader.number();
      c[`${name}Held`][slot] = reader.number();
      c[`${name}Used`][slot] = reader.known();
    }
  }

  /** @param {Query} query @returns {(slot: number) => boolean} */
  matcher(query) {
    const needle = query.filter.toLowerCase();
    return slot => !needle || this.lower[slot].includes(needle);
  }

  /** How full a node is: the fuller of its two resources. @param {number} slot */
  fullness(slot) {
    const c = this.columns;
    return Math.max(c.cpuHeld[slot] / (c.cpuWhole[slot] || 1), c.memoryHeld[slot] / (c.memoryWhole[slot] || 1));
  }

  /** @param {string} sort @returns {((slot: number) => number)|null} */
  values(sort) {
    const c = this.columns;
    switch (sort) {
      case 'cpu': return slot => c.cpuHeld[slot] / (c.cpuWhole[slot] || 1);
      case 'memory': return slot => c.memoryHeld[slot] / (c.memoryWhole[slot] || 1);
      case 'pods': return slot => c.pods[slot];
      case 'pending': return slot => c.pending[slot];
      // Those that are not ready first, then those with most pending resizes, then the fullest.
      case 'pressure': return slot => (c.flags[slot] & 1) * 1e12 - c.pending[slot] * 1e6 - Math.min(1e5, this.fullness(slot));
      default: return null;
    }
  }

  /** @param {number} slot */
  row(slot) {
    const c = this.columns;
    return {
      key: this.keys[slot], version: c.version[slot], name: this.keys[slot],
      isReady: (c.flags[slot] & 1) !== 0, isCordoned: (c.flags[slot] & 2) !== 0,
      pods: c.pods[slot], pending: c.pending[slot],
      cpu: { whole: c.cpuWhole[slot], held: c.cpuHeld[slot], used: c.cpuUsed[slot] },
      memory: { whole: c.memoryWhole[slot], held: c.memoryHeld[slot], used: c.memoryUsed[slot] },
    };
  }

  /** All nodes in the order of their names, each in a few small numbers: what pods hold and use of the fuller resource, as parts of 254. */
  map() {
    this.sortNames();
    const c = this.columns;
    const count = this.byName.length;
    const told = { held: new Uint8Array(count), used: new Uint8Array(count), marks: new Uint8Array(count), pending: new Uint32Array(count) };
    this.byName.forEach((slot, at) => {
      const fullness = this.fullness(slot);
      const used = Math.max(c.cpuUsed[slot] / (c.cpuWhole[slot] || 1), c.memoryUsed[slot] / (c.memoryWhole[slot] || 1));
      told.held[at] = fullness > 1.0001 ? 255 : Math.round(fullness * 254);
      told.used[at] = Number.isNaN(used) ? 255 : Math.min(254, Math.round(used * 254));
      told.marks[at] = (c.flags[slot] & 1 ? 0 : 1) | (c.flags[slot] & 2);
      told.pending[at] = c.pending[slot];
    });
    return told;
  }
}
