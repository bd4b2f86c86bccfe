/** Numbers and times as people read them; the same forms as in plimsoll watch. */

const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'];

/** @param {number|undefined} milli thousandths of a core @returns {string} */
export function cpu(milli) {
  if (milli === undefined || Number.isNaN(milli)) return '-';
  // An autoscaler that knows nothing yet has bounds that no machine has.
  if (milli >= 1e9) return milli >= 1e12 ? `${(milli / 1e12).toPrecision(3)}G` : `${(milli / 1e9).toPrecision(3)}M`;
  return milli % 1000 === 0 ? String(milli / 1000) : `${milli}m`;
}

/** @param {number|undefined} bytes @returns {string} at most three significant digits after rounding */
export function memory(bytes) {
  if (bytes === undefined || Number.isNaN(bytes)) return '-';
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < BINARY.length - 1) {
    value /= 1024;
    unit++;
  }
  const text = value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, '');
  return text + BINARY[unit];
}

/** @param {string} resource @param {number|undefined} value @returns {string} */
export function amount(resource, value) {
  if (resource === 'cpu') return cpu(value);
  if (resource === 'memory' || resource.startsWith('hugepages-') || resource.endsWith('storage')) return memory(value);
  return value === undefined ? '-' : String(value);
}

/** @param {number} millis a span @returns {string} two units at most, as kubectl writes ages */
export function span(millis) {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const pair = (a, ua, b, ub) => (b === 0 ? `${a}${ua}` : `${a}${ua}${b}${ub}`);
  if (minutes < 2) return `${seconds}s`;
  if (minutes < 10) return pair(minutes, 'm', seconds % 60, 's');
  if (hours < 3) return `${minutes}m`;
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  if (days < 8) return pair(days, 'd', hours % 24, 'h');
  return `${days}d`;
}

/** @param {number} when milliseconds since 1970 @returns {string} */
export function age(when) {
  return span(Date.now() - when);
}

/** @param {number} millis how long something took @returns {string} */
export function took(millis) {
  return millis < 1000 ? `${millis} ms` : millis < 60_000 ? `${(millis / 1000).toFixed(1)} s` : span(millis);
}

/** @param {number} when @returns {string} a time of day */
export function clock(when) {
  return new Date(when).toLocaleTimeString([], { hour12: false });
}

/** @param {number} count @param {string} one @param {string} [many] @returns {string} */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** @param {string} text such as 0-3,8 @returns {number[]} */
export function cpuList(text) {
  const all = [];
  for (const part of text.split(',').filter(Boolean)) {
    const [from, to] = part.split('-').map(Number);
    for (let id = from; id <= (to ?? from); id++) all.push(id);
  }
  return all;
}
