/** Simulate: manifests are pasted or dropped, and the answer of plimsoll simulate on the cluster as it is now is shown. */

import { html, nothing } from './parts.js';
import { store } from './store.js';

/** @param {() => void} changed */
export function create(changed) {
  const view = { text: '', answer: '', problem: '', isAsking: false };

  async function ask() {
    if (!view.text.trim() || view.isAsking) return;
    Object.assign(view, { isAsking: true, answer: '', problem: '' });
    changed();
    try {
      view.answer = (await store.ask('POST', 'simulate', { manifests: view.text })).text;
    } catch (error) {
      view.problem = error.message;
    }
    view.isAsking = false;
    changed();
  }

  async function drop(event) {
    event.preventDefault();
    const texts = await Promise.all([...event.dataTransfer.files].map(file => file.text()));
    if (texts.length) view.text = texts.join('\n---\n');
    changed();
  }

  return {
    topics: () => [],
    render: () => html`<h1 class="quiet">Simulate</h1>
      <p class="muted">What would happen if these objects were applied now. The cluster is read with your rights; nothing is changed.</p>
      <div class="columns even"><section aria-labelledby="h-manifests"><h2 id="h-manifests"><label for="manifests">Manifests</label></h2>
        <textarea id="manifests" class="text" rows="22" spellcheck="false" placeholder="Paste YAML or JSON, or drop files here" .value=${view.text}
          @input=${event => { view.text = event.target.value; }} @drop=${drop} @dragover=${event => event.preventDefault()}></textarea>
        <p><button type="button" ?disabled=${view.isAsking} @click=${ask}>Simulate</button></p></section>
      <section aria-labelledby="h-answer"><h2 id="h-answer">Answer</h2>
        ${view.isAsking ? html`<p role="status">Simulating.</p>` : nothing}
        ${view.problem ? html`<p class="message">${view.problem}</p>` : nothing}
        ${view.answer ? html`<pre class="text" tabindex="0" aria-label="What plimsoll simulate says">${view.answer}</pre>`
          : view.isAsking || view.problem ? nothing : html`<p class="muted">Nothing was asked yet.</p>`}</section></div>`,
  };
}
