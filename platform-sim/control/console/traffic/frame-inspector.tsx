import { useEffect, useState } from 'preact/hooks';
import type { Frame } from '../event-types.ts';
import { members } from '../live.ts';
import { ask } from '../plane.ts';
import { timeOf } from '../time.ts';

/** With what was sent, as `GET /frames/{n}` has it. */
export type WholeFrame = Frame & { readonly sent?: unknown };

/** Rejects with Refused once it is no longer kept. */
export function wholeFrame(n: number): Promise<WholeFrame> {
  return ask('GET', `frames/${n}`);
}

/** What was sent, as text. */
export function sentText({ sent }: WholeFrame): string {
  return typeof sent === 'string' ? sent : JSON.stringify(sent, null, 2);
}

/** Everything about one event frame: its session and topic, the record behind it, and the sent text. */
export function FrameInspector({ one }: { readonly one: Frame }) {
  const [whole, setWhole] = useState<WholeFrame | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    setWhole(undefined);
    wholeFrame(one.n).then(
      (found) => isCurrent && setWhole(found),
      () => isCurrent && setWhole(one),
    );
    return () => {
      isCurrent = false;
    };
  }, [one.n]);
  const version = members.value.find(({ name }) => name === one.member);
  return (
    <section class="card" aria-label="Frame">
      <h3>{one.event}</h3>
      <p class="soft">
        {timeOf(one.atNs)}, to {one.principal ?? 'no principal'}
      </p>
      <dl class="facts">
        <dt>Session</dt>
        <dd>
          {one.session} of the {one.socket} socket
        </dd>
        <dt>Member</dt>
        <dd>
          {one.member}
          {version === undefined
            ? ', no longer there'
            : `, contract ${version.version}, sockets ${version.socketVersion}`}
        </dd>
        <dt>Topic</dt>
        <dd>{one.topic ?? 'none: it comes without a subscription'}</dd>
        <dt>Position</dt>
        <dd>{one.position ?? 'none: it carries no fact of a record'}</dd>
      </dl>
      {whole === undefined ? null : whole.sent === undefined ? (
        <p class="soft">What was sent is no longer kept.</p>
      ) : (
        <pre>{sentText(whole)}</pre>
      )}
    </section>
  );
}
