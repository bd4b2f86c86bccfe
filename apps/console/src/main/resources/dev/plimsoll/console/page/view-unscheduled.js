/** Unscheduled: pods without a node, with the rule that rules out nodes and how many. */

import { html, nothing, podLink, states, loading, empty, forbidden } from './parts.js';
import { store } from './store.js';
import { age, counted } from './format.js';

/** Classes of nodes are counted by a simulation; on clusters up to this size without being asked. */
const FEW_NODES = 200;

/** @param {() => void} changed */
export function create(changed) {
  /** @type {{told: any, isAsking: boolean, waiting: string}} */
  const classes = { told: null, isAsking: false, waiting: '' };

  async function ask() {
    if (classes.isAsking) return;
    classes.isAsking = true;
    changed();
    try {
      classes.told = await store.ask('POST', 'refusals', {});
    } catch (error) {
      classes.told = { problem: error.message, pods: {} };
    }
    classes.isAsking = false;
    changed();
  }

  return {
    topics: () => ['unscheduled'],
    render: () => {
      const data = store.topics.unscheduled;
      const waiting = data?.pods?.map(each => `${each.namespace}/${each.name} ${each.message}`).join('\n') ?? '';
      if (waiting && waiting !== classes.waiting && data.nodes <= FEW_NODES && !classes.isAsking) {
        classes.waiting = waiting;
        ask();
      }
      return render(data, classes, ask);
    },
  };
}

function render(data, classes, ask) {
  if (!data) return loading('unscheduled pods');
  if (data.forbidden) return forbidden(data.forbidden);
  if (data.pods.length === 0) return empty('Every pod has a node', 'No pod that you may see waits for one.');
  return html`<h1 class="quiet">Unscheduled</h1>
    <section aria-labelledby="h-rules"><h2 id="h-rules">By rule</h2>${data.rules.length === 0 ? html`<p class="muted">The scheduler has not said why yet.</p>` : html`<table class="data short"><thead><tr><th scope="col" class="number">Pods</th><th scope="col">Rule</th></tr></thead><tbody>${data.rules.map(each => html`<tr><td class="number">${each.pods}</td><td>${each.rule}</td></tr>`)}</tbody></table>`}</section>
    <p><button type="button" ?disabled=${classes.isAsking} @click=${ask}>Count by node class</button> <span class="muted" role="status">${classes.isAsking ? 'Counting.'
      : classes.told?.problem || 'A simulation on the cluster as it is now tells which nodes say what.'}</span></p>
    <section aria-labelledby="h-waiting"><h2 id="h-waiting">${counted(data.count, 'pod')} without a node</h2><ul class="cards">${data.pods.slice(0, 80).map(each => html`<li class="card">
      <h3>${podLink(each)} <span class="muted">${age(each.since)}</span></h3><p>Asks for CPU ${states('cpu', each.cpu)} · memory ${states('memory', each.memory)}</p>
      ${each.gates ? html`<p class="message">Held back by scheduling gates: ${each.gates}</p>` : nothing}
      ${each.reasons.length ? html`<table class="data short"><thead><tr><th scope="col" class="number">Nodes</th><th scope="col">Left out because of</th></tr></thead><tbody>
        ${each.reasons.map(reason => html`<tr><td class="number">${reason.nodes}</td><td>${reason.rule}</td></tr>`)}</tbody></table>` : each.message ? html`<p class="message">${each.message}</p>` : html`<p class="muted">The scheduler has not looked at it yet.</p>`}
      ${nodeClasses(each, classes.told?.pods?.[`${each.namespace}/${each.name}`])}</li>`)}</ul>
      ${data.count > 80 ? html`<p class="muted">${data.count - 80} more</p>` : nothing}</section>`;
}

/** What nodes of each class say to a pod: unlike the scheduler, which is content with the first rule, all of them. */
function nodeClasses(pod, found) {
  if (!found?.length) return nothing;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Node classes that ${pod.name} does not fit"><table class="data short"><thead><tr><th scope="col">Node class</th><th scope="col" class="number">Nodes</th><th scope="col">All reasons</th></tr></thead><tbody>
    ${found.map(each => html`<tr><td>${each.nodeClass}</td><td class="number">${each.nodes}</td><td>${each.reasons.map((reason, at) => html`${at ? html`<br>` : nothing}${reason.rule}${reason.nodes === each.nodes ? '' : ` (${reason.nodes})`}`)}</td></tr>`)}</tbody></table></div>`;
}
