/* Random rows come, change and go; the worker's order and filter are compared with a plain sort of all rows. Answers with what differs. */
(async () => {
  const { PodTable } = await import('./tables.js');
  const { FrameReader } = await import('./frames.js');
  const WORDS = ['', 'team-a', 'team-b', 'node-1', 'node-2', 'Running', 'Pending', 'Burstable', 'deferred'];
  const encoder = new TextEncoder();
  const differences = [];
  let seed = 1;
  const random = most => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % most;
  };

  /** The frame that the server would send. */
  function frame(flags, words, gone, rows) {
    const bytes = [];
    const number = value => {
      let left = value;
      for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
      bytes.push(left);
    };
    const text = value => {
      const encoded = encoder.encode(value);
      number(encoded.length);
      bytes.push(...encoded);
    };
    number(flags);
    number(words.length);
    words.forEach(([id, word]) => { number(id); text(word); });
    number(gone.length);
    gone.forEach(number);
    number(rows.length);
    for (const row of rows) {
      number(row.id);
      number(row.namespace);
      text(row.name);
      [row.node, row.status, 7, row.resize, row.restarts, row.created, row.resize ? 4 : 0, 3, row.cpu, 0, 3, row.memory, 0].forEach(number);
    }
    return new FrameReader(new Uint8Array(bytes));
  }

  const key = row => `${WORDS[row.namespace]}/${row.name}`;
  const VALUES = {
    name: () => 0, cpu: row => row.cpu, memory: row => row.memory, state: row => (row.resize ? '0' : '1') + WORDS[row.status], node: row => WORDS[row.node],
    restarts: row => row.restarts, age: row => -row.created,
  };

  /** What anybody would write who need not be quick. */
  function plain(rows, query) {
    const needle = query.filter.toLowerCase();
    const kept = rows.filter(row => (!query.resizing || row.resize) && (!query.namespace || WORDS[row.namespace] === query.namespace)
      && (!needle || key(row).toLowerCase().includes(needle) || WORDS[row.node].includes(needle) || WORDS[row.status].toLowerCase().includes(needle)));
    const value = VALUES[query.sort];
    return kept.sort((a, b) => {
      const byName = key(a) < key(b) ? -1 : 1;
      const byValue = value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0;
      const sign = query.isDescending ? -1 : 1;
      return query.sort === 'name' ? sign * byName : sign * byValue || byName;
    });
  }

  const table = new PodTable();
  const known = new Map();
  const told = new Set();
  let query = { sort: 'name', isDescending: false, filter: '', namespace: '', resizing: false, isNew: true };
  let kept = 0;
  for (let step = 0; step < 400; step++) {
    const isReset = step === 0 || random(50) === 0;
    if (isReset) known.clear();
    const rows = new Map();
    for (let left = random(isReset || random(2) ? 30 : 3); left > 0; left--) {
      const id = random(200);
      rows.set(id, {
        id, namespace: 1 + random(2), name: `P${random(500)}-${id}`, node: 3 + random(2), status: 5 + random(2), resize: random(5) ? 0 : 8,
        restarts: random(9), created: random(1e6), cpu: random(9) * 100, memory: random(5) * 1024,
      });
    }
    const gone = [...known.keys()].filter(id => !rows.has(id) && random(9) === 0);
    gone.forEach(id => known.delete(id));
    rows.forEach((row, id) => known.set(id, row));
    // Words come with the first row that has them.
    if (isReset) told.clear();
    const words = [...new Set([...rows.values()].flatMap(row => [row.namespace, row.node, row.status, 7, row.resize]))].filter(id => id && !told.has(id));
    words.forEach(id => told.add(id));
    const reader = frame(isReset ? 1 : 0, words.map(id => [id, WORDS[id]]), gone, [...rows.values()]);
    table.read(reader, reader.number());
    // An order that was made stays, until what came changes it.
    if (random(3) === 0) query = {
      sort: Object.keys(VALUES)[random(7)], isDescending: random(2) === 1, filter: ['', 'p1', 'node-2', 'RUN', 'team-a/'][random(5)],
      namespace: ['', 'team-b'][random(2)], resizing: random(4) === 0, isNew: true,
    };
    if (query.isNew || table.isOrderStale) table.arrange(query);
    else kept++;
    query.isNew = false;
    const found = [...table.order].map(slot => table.row(slot).key).join();
    const expected = plain([...known.values()], query).map(key).join();
    if (found !== expected) differences.push(`${step} ${JSON.stringify(query)}: ${found} instead of ${expected}`);
  }
  return { steps: 400, rows: known.size, kept, differences };
})()
