import { useEffect, useState } from 'preact/hooks';
import { Copy } from '../../../../reports/viewer/parts/copy.tsx';
import { ExchangeView } from '../../../../reports/viewer/parts/exchange-view.tsx';
import type { Exchange, Fault } from '../event-types.ts';
import { faults, members, platform } from '../live.ts';
import { refusalGuide } from '../refusal-guide.ts';
import { timeOf } from '../time.ts';
import { curlOf, stepOf, vitestOf } from './copies.ts';
import { bodyText, type WholeExchange, wholeExchange } from './whole-exchange.ts';

/** Stages that pass on what a record owner judged; any other stage is the member's own door. */
const OWNER_STAGES = new Set(['send', 'serve', 'replay-or-attach']);

function refuserOf({ member, refused }: Exchange): string {
  const by =
    refused === null || OWNER_STAGES.has(refused.stage) ? 'the record owner, through' : 'the member itself, in';
  return `${by} stage ${refused?.stage}, on ${member}`;
}

/** Faults that struck with the exchange's key, or at its path. */
function faultsOf({ key, path, method }: Exchange, all: readonly Fault[]): readonly Fault[] {
  return all.filter(({ strikes }) =>
    strikes.some(
      (strike) => (key !== null && strike.key === key) || (strike.path === path && strike.method === method),
    ),
  );
}

function Why({ one }: { readonly one: Exchange }) {
  const { refused, member } = one;
  const version = members.value.find(({ name }) => name === member);
  const struck = faultsOf(one, faults.value);
  const guide = refused === null ? undefined : refusalGuide(refused.code);
  return (
    <dl class="facts">
      <dt>Member</dt>
      <dd>
        {member}
        {version === undefined
          ? ', no longer there'
          : `, contract ${version.version}, sockets ${version.socketVersion}`}
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
      <dt>Faults that struck</dt>
      <dd>
        {struck.length === 0
          ? 'none'
          : struck.map(({ id, rule }) => (
              <div key={id}>
                {id} <code>{JSON.stringify(rule)}</code>
              </div>
            ))}
      </dd>
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
  const { method, path, target = path, request, response, status, op } = whole;
  if (request === undefined || response === undefined)
    return <p class="soft">Headers and bodies are no longer kept.</p>;
  const first = op === undefined ? `${method} ${target}` : `${target} ${op}`;
  return (
    <>
      <ExchangeView
        request={{ first, headers: request.headers, body: bodyText(request.body) }}
        answer={{ first: `${status}`, headers: response.headers, body: bodyText(response.body) }}
      />
      {whole.isCut === true ? <p class="soft">Only the beginning of a long body is kept.</p> : null}
    </>
  );
}

/** Everything about one exchange: why it was refused, what would succeed, its headers and bodies, and copies to take along. */
export function Inspector({ one }: { readonly one: Exchange }) {
  const [whole, setWhole] = useState<WholeExchange | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    setWhole(undefined);
    wholeExchange(one.n).then(
      (found) => isCurrent && setWhole(found),
      () => isCurrent && setWhole(one),
    );
    return () => {
      isCurrent = false;
    };
  }, [one.n]);
  return (
    <section class="card" aria-label="Exchange">
      <h3>
        {one.method} {one.path} {one.op ?? ''}
      </h3>
      <p class="soft">
        {timeOf(one.atNs)}, by {one.principal ?? 'no principal'}
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
