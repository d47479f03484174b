import { useState } from 'preact/hooks';
import type { CheckRow } from '../../../conformance/runner/record/run-record.ts';
import { differencesOf } from '../../differences.ts';
import { ExchangeView } from '../parts/exchange-view.tsx';

type One = CheckRow['evidence'][number];
type OnTheWire = Omit<One, 'settling'>;

interface Frame {
  readonly n: number;
  readonly direction: string;
  readonly text: string | null;
}

/** The frames of a socket, in order of arrival. */
function Frames({ of }: { readonly of: OnTheWire }) {
  const { frames, shown = [] } = of as { readonly frames?: readonly Frame[]; readonly shown?: readonly number[] };
  if (frames === undefined || frames.length === 0) return null;
  return (
    <ol class="frames">
      {frames.map((frame) => (
        <li key={frame.n} class={shown.includes(frame.n) ? 'shows' : ''}>
          <b>{frame.direction}</b> <code>{frame.text ?? '(binary)'}</code>
        </li>
      ))}
    </ol>
  );
}

function One({
  e,
  isNamed,
  isMarked,
}: {
  readonly e: OnTheWire;
  readonly isNamed: boolean;
  /** Whether a line of the answer is what differs. */
  readonly isMarked?: ((line: string) => boolean) | undefined;
}) {
  const { request, response } = e;
  const tookMs = Math.max(0, Math.round(e.answeredAtMs - e.sentAtMs));
  return (
    <div class={isNamed ? 'exchange shows' : 'exchange'}>
      <p>
        <b>
          {e.n}. {e.actor}
        </b>
        {e.label !== null && ` (${e.label})`}, answered after {tookMs} ms{isNamed && ': it shows the failure'}
      </p>
      <ExchangeView
        {...(isMarked && { isMarked })}
        request={{ first: `${request.method} ${request.path}`, headers: request.headers, body: request.body }}
        answer={
          response === null
            ? `no answer (${e.failure ?? 'unknown'}): the outcome is unknown`
            : { first: `${response.status}`, headers: response.headers, body: response.body }
        }
      />
      <Frames of={e} />
    </div>
  );
}

/** The exchanges that decided: those that show a failure are in sight, the others are folded. */
export function Evidence({ row }: { readonly row: CheckRow }) {
  const [isOpen, setOpen] = useState(false);
  const { evidence, counterexample } = row;
  if (evidence.length === 0) return null;
  const named = new Set(counterexample?.exchanges ?? []);
  const shown = evidence.filter(({ n }) => named.has(n));
  const isMarked = counterexample && differencesOf(counterexample, evidence).isOther;
  return (
    <>
      {shown.map((e) => (
        <One key={e.n} e={e} isNamed isMarked={e === shown.at(-1) ? isMarked : undefined} />
      ))}
      <details class="fold no-print" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {shown.length > 0 ? 'All evidence' : 'Evidence'}: {evidence.length}{' '}
          {evidence.length === 1 ? 'exchange' : 'exchanges'}
        </summary>
        {isOpen &&
          evidence.map((e) => (
            <>
              <One key={e.n} e={e} isNamed={named.has(e.n)} />
              {e.settling?.map((on) => (
                <One key={`${e.n} ${on.n}`} e={on} isNamed={false} />
              ))}
            </>
          ))}
      </details>
    </>
  );
}
