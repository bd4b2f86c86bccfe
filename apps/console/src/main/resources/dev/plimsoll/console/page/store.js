/** What the page knows: the connection, the documents of the topics that it looks at, and the rows that it shows. */

/** Documents of views that were looked at before: they are shown until a new one comes. */
const MOST_KEPT = 10;

/** @typedef {{state: 'starting'|'open'|'lost'|'refused', since: number, reason?: string}} Connection */

class Store extends EventTarget {
  constructor() {
    super();
    /** @type {Connection} */
    this.connection = { state: 'starting', since: Date.now() };
    /** @type {Record<string, any>} documents by topic */
    this.topics = {};
    /** @type {Record<string, any>} the last answer to the query of each table */
    this.rows = {};
    /** All nodes in a few numbers each, in the order of their names. @type {{names: string[], held: Uint8Array, used: Uint8Array, marks: Uint8Array, pending: Uint32Array}} */
    this.map = { names: [], held: new Uint8Array(0), used: new Uint8Array(0), marks: new Uint8Array(0), pending: new Uint32Array(0) };
    this.session = '';
    /** @type {string[]} */
    this.wanted = [];
    /** @type {Record<string, string>} */
    this.queries = {};
    /** @type {Worker|undefined} */
    this.worker = undefined;
    document.addEventListener('visibilitychange', () => this.tell());
  }

  /** @param {string} session the token of the session */
  start(session) {
    this.session = session;
    this.worker?.terminate();
    this.worker = new Worker(new URL('./data-worker.js', import.meta.url), { type: 'module' });
    this.worker.onmessage = event => this.take(event.data);
    const url = new URL('./live', document.baseURI);
    url.protocol = url.protocol.replace('http', 'ws');
    url.hash = '';
    this.worker.postMessage({ kind: 'open', url: url.href, session });
    this.tell();
  }

  /** Each attempt that fails is told of; the time is that of the first. @param {Connection['state']} state @param {string} reason */
  connect(state, reason) {
    const since = this.connection.state === state ? this.connection.since : Date.now();
    this.connection = { state, since, reason };
  }

  /** @param {any} message of the worker */
  take(message) {
    if (message.kind === 'connection') this.connect(message.state, message.reason ?? '');
    if (message.kind === 'topic') this.keep(message.topic, message.data);
    if (message.kind === 'rows') this.rows[message.table] = message;
    if (message.kind === 'map') this.map = { ...message, names: message.names ?? this.map.names };
    this.dispatchEvent(new CustomEvent('change', { detail: message }));
  }

  /** The newest is last; of those that nobody looks at the oldest are dropped. @param {string} topic @param {any} data */
  keep(topic, data) {
    delete this.topics[topic];
    this.topics[topic] = data;
    const others = Object.keys(this.topics).filter(each => each !== 'session' && !this.wanted.includes(each));
    for (const each of others.slice(0, Math.max(0, others.length - MOST_KEPT))) delete this.topics[each];
  }

  /** @param {string[]} topics what the page looks at from now on */
  watch(topics) {
    if (topics.join() === this.wanted.join()) return;
    this.wanted = topics;
    this.tell();
  }

  /** A tab that nobody sees asks for nothing. */
  tell() {
    this.worker?.postMessage({ kind: 'watch', topics: document.hidden ? [] : this.wanted });
  }

  /** @param {string} table @param {object} query */
  query(table, query) {
    const text = JSON.stringify(query);
    if (this.queries[table] === text && this.rows[table]) return;
    this.queries[table] = text;
    this.worker?.postMessage({ kind: 'query', table, ...query });
  }

  /**
   * Asks the server something, as the one who was let in.
   * @param {string} method @param {string} path @param {any} [body] @returns {Promise<any>}
   */
  async ask(method, path, body) {
    const reply = await fetch(new URL(`./api/${path}`, document.baseURI), {
      method, body: body && JSON.stringify(body), cache: 'no-store',
      headers: { Authorization: `Bearer ${this.session}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    });
    if (reply.status === 204) return {};
    const answer = await reply.json().catch(() => ({ problem: `The console answered ${reply.status}.` }));
    if (!reply.ok) throw new Error(answer.problem ?? `The console answered ${reply.status}.`);
    return answer;
  }
}

export const store = new Store();
