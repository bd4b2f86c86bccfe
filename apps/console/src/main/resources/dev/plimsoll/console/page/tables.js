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

/** A table of rows that come and go. */
class Table {
  /** @param {Record<string, any>} types @param {Map<number, string>} words */
  constructor(types, words) {
    this.columns = new Columns(types);
    this.words = words;
    this.clear();
  }

  clear() {
    /** @type {Map<number, number>} */
    this.slots = new Map();
    /** @type {number[]} */
    this.free = [];
    this.used = 0;
    /** @type {string[]} what is sorted and searched by name */
    this.keys = [];
    this.order = new Uint32Array(0);
    this.isOrderStale = true;
  }

  /** @param {FrameReader} reader @param {number} flags */
  read(reader, flags) {
    if (flags & RESET) this.clear();
    for (let left = reader.number(); left > 0; left--) this.remove(reader.number());
    for (let left = reader.number(); left > 0; left--) {
      const id = reader.number();
      let slot = this.slots.get(id);
      if (slot === undefined) {
        slot = this.free.pop() ?? this.used++;
        this.slots.set(id, slot);
        this.columns.reach(slot);
        this.isOrderStale = true;
      }
      this.readRow(reader, slot);
    }
  }

  /** @param {number} id */
  remove(id) {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    this.slots.delete(id);
    this.free.push(slot);
    this.keys[slot] = '';
    this.isOrderStale = true;
  }

  get size() {
    return this.slots.size;
  }

  /** @param {{sort: string, isDescending: boolean, filter: string, namespace: string, resizing: boolean}} query */
  arrange(query) {
    const needle = query.filter.toLowerCase();
    const kept = new Uint32Array(this.slots.size);
    let count = 0;
    for (const slot of this.slots.values()) if (this.matches(slot, needle, query)) kept[count++] = slot;
    this.order = kept.subarray(0, count);
    const compare = this.comparator(query.sort);
    const sign = query.isDescending ? -1 : 1;
    const keys = this.keys;
    const byName = (a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0);
    this.order.sort(compare ? (a, b) => sign * compare(a, b) || byName(a, b) : (a, b) => sign * byName(a, b));
    this.isOrderStale = false;
  }
}

const pod = {
  namespace: Uint32Array, node: Uint32Array, status: Uint32Array, qos: Uint32Array, resize: Uint32Array,
  restarts: Uint32Array, created: Float64Array, flags: Uint8Array,
  cpuDesired: Float64Array, cpuAllocated: Float64Array, cpuActual: Float64Array, cpuUsed: Float64Array,
  memoryDesired: Float64Array, memoryAllocated: Float64Array, memoryActual: Float64Array, memoryUsed: Float64Array,
};

export class PodTable extends Table {
  /** @param {Map<number, string>} words */
  constructor(words) {
    super(pod, words);
  }

  /** @param {FrameReader} reader @param {number} slot */
  readRow(reader, slot) {
    const c = this.columns;
    c.namespace[slot] = reader.number();
    this.keys[slot] = `${this.words.get(c.namespace[slot])}/${reader.text()}`;
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

  states(reader, slot, desired, allocated, actual, used) {
    const same = reader.number();
    desired[slot] = reader.number();
    allocated[slot] = same & 1 ? desired[slot] : reader.known();
    actual[slot] = same & 2 ? desired[slot] : reader.known();
    used[slot] = reader.known();
  }

  matches(slot, needle, query) {
    const c = this.columns;
    if (query.resizing && !(c.flags[slot] & 4)) return false;
    if (query.namespace && this.words.get(c.namespace[slot]) !== query.namespace) return false;
    if (!needle) return true;
    return this.keys[slot].toLowerCase().includes(needle)
      || (this.words.get(c.node[slot]) ?? '').toLowerCase().includes(needle)
      || (this.words.get(c.status[slot]) ?? '').toLowerCase().includes(needle);
  }

  comparator(sort) {
    const c = this.columns;
    const word = column => (a, b) => {
      const one = this.words.get(column[a]) ?? '';
      const other = this.words.get(column[b]) ?? '';
      return one < other ? -1 : one > other ? 1 : 0;
    };
    switch (sort) {
      case 'cpu': return (a, b) => c.cpuDesired[a] - c.cpuDesired[b];
      case 'memory': return (a, b) => c.memoryDesired[a] - c.memoryDesired[b];
      case 'state': return (a, b) => (c.flags[b] & 4) - (c.flags[a] & 4) || word(c.status)(a, b);
      case 'node': return word(c.node);
      case 'qos': return word(c.qos);
      case 'restarts': return (a, b) => c.restarts[a] - c.restarts[b];
      case 'age': return (a, b) => c.created[b] - c.created[a];
      default: return null;
    }
  }

  /** @param {number} slot */
  row(slot) {
    const c = this.columns;
    const key = this.keys[slot];
    const slash = key.indexOf('/');
    return {
      key, namespace: key.slice(0, slash), name: key.slice(slash + 1),
      node: this.words.get(c.node[slot]), status: this.words.get(c.status[slot]), qos: this.words.get(c.qos[slot]),
      resize: this.words.get(c.resize[slot]), restarts: c.restarts[slot], created: c.created[slot],
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
  /** @param {Map<number, string>} words */
  constructor(words) {
    super(node, words);
  }

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

  matches(slot, needle) {
    return !needle || this.keys[slot].toLowerCase().includes(needle);
  }

  /** How full a node is: the fuller of its two resources. */
  fullness(slot) {
    const c = this.columns;
    return Math.max(c.cpuHeld[slot] / (c.cpuWhole[slot] || 1), c.memoryHeld[slot] / (c.memoryWhole[slot] || 1));
  }

  comparator(sort) {
    const c = this.columns;
    switch (sort) {
      case 'cpu': return (a, b) => c.cpuHeld[a] / c.cpuWhole[a] - c.cpuHeld[b] / c.cpuWhole[b];
      case 'memory': return (a, b) => c.memoryHeld[a] / c.memoryWhole[a] - c.memoryHeld[b] / c.memoryWhole[b];
      case 'pods': return (a, b) => c.pods[a] - c.pods[b];
      case 'pressure': return (a, b) =>
        (c.flags[a] & 1) - (c.flags[b] & 1) || c.pending[b] - c.pending[a] || this.fullness(b) - this.fullness(a);
      default: return null;
    }
  }

  row(slot) {
    const c = this.columns;
    return {
      key: this.keys[slot], name: this.keys[slot],
      isReady: (c.flags[slot] & 1) !== 0, isCordoned: (c.flags[slot] & 2) !== 0,
      pods: c.pods[slot], pending: c.pending[slot],
      cpu: { whole: c.cpuWhole[slot], held: c.cpuHeld[slot], used: c.cpuUsed[slot] },
      memory: { whole: c.memoryWhole[slot], held: c.memoryHeld[slot], used: c.memoryUsed[slot] },
    };
  }
}
