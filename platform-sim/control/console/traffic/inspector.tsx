import { Copy } from '../../../../reports/viewer/parts/copy.tsx';
import { ExchangeView } from '../../../../reports/viewer/parts/exchange-view.tsx';
import type { Exchange } from '../event-types.ts';
import { platform } from '../live.ts';
import { refusalGuide } from '../refusal-guide.ts';
import { timeOf } from '../time.ts';
import { curlOf, stepOf, vitestOf } from './copies.ts';
import { Outcome } from './outcome.tsx';
import { Timing } from './timing-view.tsx';
import { useWhole } from './use-whole.ts';
import { bodyText, type WholeExchange, wholeExchange } from './whole-exchange.ts';

/** Stages that pass on what a record owner judged; any other stage is the member's own door. */
const OWNER_STAGES = new Set(['send', 'serve', 'replay-or-attach']);

function refuserOf({ member, refused }: Exchange): string {
  const by =
    refused === null || OWNER_STAGES.has(refused.stage) ? 'the record owner, through' : 'the member itself, in';
  return `${by} stage ${refused?.stage}, on ${member}`;
}

function Why({ one }: { readonly one: Exchange }) {
  const { refused, member, version, method, strikes, notes } = one;
  const guide = refused === null ? undefined : refusalGuide(refused.code);
  return (
    <dl class="facts">
      <dt>Client received</dt>
      <dd>
        <Outcome one={one} />
      </dd>
      {notes.map((note) => (
        <>
          <dt>Check this</dt>
          <dd class="noted">{note}</dd>
        </>
      ))}
      {strikes.map(({ fault, says }) => (
        <>
          <dt>Fault {fault}</dt>
          <dd>{says}</dd>
        </>
      ))}
      <dt>Member</dt>
      <dd>
        {member}, {method === 'WS' ? 'sockets' : 'contract'} {version}
      </dd>
      <dt>Time</dt>
      <dd>
        <Timing one={one} />
      </dd>
      {refused === null ? null : (
        <>
          <dt>Refused by</dt>
          <dd>{refuserOf(one)}</dd>
          <dt>Because</dt>
          <dd>
            <b class="refused">{refused.code}</b> {refused.message}
          </dd>
        </>
      )}
      {guide === undefined ? null : (
        <>
          <dt>Requirement</dt>
          <dd>{guide.requirement}</dd>
          <dt>What would succeed</dt>
          <dd>{guide.remedy}</dd>
        </>
      )}
      {one.requestId === null ? null : (
        <>
          <dt>X-Request-Id</dt>
          <dd class="mono">{one.requestId}</dd>
        </>
      )}
    </dl>
  );
}

function Copies({ whole }: { readonly whole: WholeExchange }) {
  const where = platform.value;
  if (where === undefined || whole.method === 'WS') return null;
  const controlUrl = new URL('.', location.href).href.replace(/\/$/, '');
  const copies = [
    ['Copy as curl', curlOf(whole, where, controlUrl)],
    ['Copy as scenario step', stepOf(whole)],
    ['Copy as vitest test', vitestOf(whole)],
  ] as const;
  return <p class="bar">{copies.map(([words, text]) => (text === null ? null : <Copy text={text}>{words}</Copy>))}</p>;
}

function Bodies({ whole }: { readonly whole: WholeExchange }) {
  const { method, path, target = path, request, response, received, status, op, outcome } = whole;
  if (request === undefined || response === undefined)
    return <p class="soft">Headers and bodies are no longer kept.</p>;
  const first = op === undefined ? `${method} ${target}` : `${target} ${op}`;
  const ofMember = { first: `${status}`, headers: response.headers, body: bodyText(response.body) };
  const isChanged = received !== undefined || ['lost', 'cut', 'held'].includes(outcome.kind);
  return (
    <>
      <ExchangeView
        request={{ first, headers: request.headers, body: bodyText(request.body) }}
        answer={
          received == null
            ? isChanged
              ? `The client received: ${outcome.text}.`
              : ofMember
            : { first: `${received.status}`, headers: received.headers, body: bodyText(received.body) }
        }
      />
      {isChanged && status !== 0 ? (
        <details>
          <summary>What the member answered</summary>
          <pre>
            {[`${status}`, ...response.headers.map(([name, value]) => `${name}: ${value}`), '', ofMember.body].join(
              '\n',
            )}
          </pre>
        </details>
      ) : null}
      {whole.isCut === true ? <p class="soft">Only the beginning of a long body is kept.</p> : null}
    </>
  );
}

/** Everything about one exchange: what its client received, why, its headers and bodies, and copies to take along. */
export function Inspector({ one }: { readonly one: Exchange }) {
  const whole = useWhole(one, wholeExchange);
  return (
    <section class="card" aria-label="Exchange">
      <h3>
        {one.method} {one.path} {one.op ?? ''}
      </h3>
      <p class="soft">
        {timeOf(one.receivedNs ?? one.atNs)}, by {one.principal ?? 'no principal'}
        {one.key === null ? '' : `, key ${one.key}`}
      </p>
      <Why one={one} />
      {whole === undefined ? null : (
        <>
          <Copies whole={whole} />
          <Bodies whole={whole} />
        </>
      )}
    </section>
  );
}
