/** The control plane's `/`: an overview for a developer. One page without scripts or further requests. */
import type { Fault } from '../faults/faults.ts';
import type { Roll } from '../rolls/roll.ts';
import type { Controlled } from './controlled.ts';
import type { Exchange } from './exchanges.ts';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1b1f24;background:#fff}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}td,th{text-align:left;padding:.2rem .75rem .2rem 0;vertical-align:top;border-bottom:1px solid #d8dee4}
code,td.code{font:13px/1.6 ui-monospace,monospace}.refused{color:#a40e26}h2{font-size:1.05rem;margin:1.5rem 0 0}.none{color:#57606a}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}td,th{border-color:#30363d}.refused{color:#ff7b72}a{color:#79c0ff}.none{color:#8b949e}}`;

/** The HTML of the page. */
export async function statusPage(controlled: Controlled): Promise<string> {
  const rolls = await controlled.rolls();
  const { clock } = controlled;
  const facts = [
    ['Gateway', link(controlled.baseUrl)],
    ['Its documentation', link(`${controlled.baseUrl}/docs`)],
    ['This plane', link('openapi.json')],
    ['World', inHtml(controlled.world)],
    ['Seed', `${controlled.seed()}`],
    ['Position', `${controlled.head()} ${link('journal')}`],
    [
      'Clock',
      `${inHtml(clock.mode)}${clock.mode === 'scaled' ? ` x${clock.rate}` : ''}, ${inHtml(isoTime(`${clock.nowNs()}`))}, ${clock.timers()} timers`,
    ],
    ['Principals', inHtml(controlled.issuer.personas.names().join(', '))],
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5">
<title>Touchstone sandbox</title><style>${STYLE}</style></head><body><h1>Touchstone sandbox</h1>
${table(
  [],
  facts.map(([name, value]) => [`<b>${name}</b>`, value ?? '']),
)}
<h2>Members</h2>${table(
    ['name', 'contract', 'of sockets', 'state', 'position', 'weight', 'in flight', 'sessions'],
    controlled
      .members()
      .map(({ name, version, socketVersion, state, position, weight, inFlight, sessions }) => [
        inHtml(name),
        inHtml(version),
        inHtml(socketVersion),
        inHtml(state),
        `${position}`,
        `${weight}`,
        `${inFlight}`,
        `${sessions}`,
      ]),
  )}
<h2>Worlds</h2>${worldTable(controlled)}
<h2>Rolls</h2>${listed(rolls.list(), rollTrees)}
<h2>Faults</h2>${listed(controlled.faults.list(), faultTable)}
<h2>Last exchanges</h2>${listed(controlled.exchanges.latest(50), exchangeTable)}
</body></html>
`;
}

function worldTable({ worlds }: Controlled): string {
  const rows = worlds
    .list()
    .map(({ name, baseUrl, controlUrl, controlled, clock }) => [
      link(`${controlUrl}/`, name),
      link(baseUrl),
      `${controlled.seed()}`,
      `${controlled.head()}`,
      inHtml(`${clock.mode}, ${isoTime(`${clock.nowNs()}`)}`),
    ]);
  return table(['name', 'gateway', 'seed', 'position', 'clock'], rows);
}

function rollTrees(rolls: readonly Roll[]): string {
  return rolls.map(({ tree }) => `<pre>${inHtml(tree)}</pre>`).join('');
}

function faultTable(faults: readonly Fault[]): string {
  const rows = faults.map(({ id, rule, firings, held }) => [
    inHtml(id),
    `<code>${inHtml(JSON.stringify(rule))}</code>`,
    `${firings}`,
    `${held}`,
  ]);
  return table(['id', 'rule', 'fired', 'holds'], rows);
}

function exchangeTable(exchanges: readonly Exchange[]): string {
  const rows = exchanges.map(({ atNs, method, path, op, status, refused, requestId, closed, fault }) => [
    inHtml(isoTime(atNs)),
    `<code>${inHtml([method, path, op ?? fault?.frame ?? ''].join(' ').trim())}</code>`,
    refused !== null
      ? `<span class="refused">${status} ${inHtml(refused.code)}</span>`
      : closed === undefined
        ? inHtml(fault?.did ?? `${status}`)
        : `ended ${closed.code}`,
    inHtml(refused?.message ?? closed?.why ?? (fault === undefined ? '' : 'fault')),
    `<code>${inHtml(requestId ?? '')}</code>`,
  ]);
  return table(['time', 'request', 'answer', 'why', 'X-Request-Id'], rows);
}

function listed<Item>(items: readonly Item[], render: (items: readonly Item[]) => string): string {
  return items.length === 0 ? '<p class="none">none</p>' : render(items);
}

/** Cells are already HTML. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.length === 0 ? '' : `<tr>${heads.map((name) => `<th>${name}</th>`).join('')}</tr>`;
  return `<table>${head}${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
}

function link(to: string, text = to): string {
  return `<a href="${inHtml(to)}">${inHtml(text)}</a>`;
}

function isoTime(ns: string): string {
  return new Date(Number(BigInt(ns) / 1_000_000n)).toISOString();
}

function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
