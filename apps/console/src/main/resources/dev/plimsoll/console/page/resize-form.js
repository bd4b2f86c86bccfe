/** The form that resizes a pod: what would come of it is shown before it can be sent. */

import { html, nothing, chip } from './parts.js';
import { store } from './store.js';

const KINDS = { done: 'good', sent: 'good', deferred: 'wait', infeasible: 'bad', refused: 'bad' };
const SAYS = {
  done: 'It would be done at once.', deferred: 'It would wait for room.', infeasible: 'This node can never do it.',
  refused: 'It would be refused.', unknown: 'What would come of it is not known.', sent: 'Sent. The states above show how it goes on.',
};

export class ResizeForm {
  /** @param {string} path namespace and name @param {() => void} changed */
  constructor(path, changed) {
    this.path = path;
    this.changed = changed;
    this.wish = { container: '', cpu: '', memory: '' };
    this.answer = null;
    /** What was asked when the answer came; another wish needs another preview. */
    this.previewed = '';
    this.isAsking = false;
  }

  set(change) {
    Object.assign(this.wish, change);
    this.answer = null;
    this.changed();
  }

  /** @param {'preview'|'resize'} what */
  async ask(what) {
    if (this.isAsking) return;
    this.isAsking = true;
    this.changed();
    const asked = JSON.stringify(this.wish);
    try {
      this.answer = await store.ask('POST', `${what}/${this.path}`, this.wish);
      this.previewed = what === 'preview' ? asked : '';
    } catch (error) {
      this.answer = { outcome: 'refused', reasons: [error.message] };
    }
    this.isAsking = false;
    this.changed();
  }

  render(pod) {
    const containers = pod.levels.filter(each => each.kind !== 'pod level' && each.kind !== 'init').map(each => each.name);
    if (!pod.isPodLevel && !this.wish.container) this.wish.container = containers[0] ?? '';
    const isSure = this.previewed === JSON.stringify(this.wish) && this.answer && this.answer.outcome !== 'refused';
    const enter = event => event.key === 'Enter' && this.ask('preview');
    return html`<section aria-labelledby="h-resize"><h2 id="h-resize">Resize</h2>
      <div class="toolbar form"><label>Level <select .value=${this.wish.container} @change=${event => this.set({ container: event.target.value })}>
          <option value="" ?selected=${!this.wish.container}>pod level</option>${containers.map(name => html`<option value=${name} ?selected=${name === this.wish.container}>${name}</option>`)}</select></label>
        <label>CPU <input id="resize-cpu" type="text" autocomplete="off" placeholder="500m or 500m:1" .value=${this.wish.cpu} @keydown=${enter} @input=${event => this.set({ cpu: event.target.value })}></label>
        <label>Memory <input id="resize-memory" type="text" autocomplete="off" placeholder="512Mi or 512Mi:1Gi" .value=${this.wish.memory} @keydown=${enter} @input=${event => this.set({ memory: event.target.value })}></label>
        <button type="button" id="resize-preview" ?disabled=${this.isAsking} @click=${() => this.ask('preview')}>Preview</button>
        <button type="button" id="resize-send" ?disabled=${!isSure || this.isAsking} @click=${() => this.ask('resize')}>Resize</button></div>
      <p class="muted">A request, or request and limit with a colon between them. Preview asks the API server and counts what the node has; nothing is changed by it.</p>
      <div role="status" id="resize-answer">${this.answer ? html`<p>${chip(this.answer.outcome, KINDS[this.answer.outcome] ?? 'plain')} ${SAYS[this.answer.outcome] ?? ''}</p>
        ${this.answer.reasons.map(reason => html`<p class="message">${reason}</p>`)}` : nothing}</div></section>`;
  }
}
