import type { Frame } from '../event-types.ts';
import { ask } from '../plane.ts';
import { timeOf } from '../time.ts';
import { useWhole } from './use-whole.ts';

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
  const whole = useWhole<WholeFrame>(one, wholeFrame);
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
          {one.member}, sockets {one.version}
        </dd>
        <dt>Topic</dt>
        <dd>{one.topic ?? 'none: it comes without a subscription'}</dd>
        <dt>Position</dt>
        <dd>{one.position ?? 'none: it carries no fact of a record'}</dd>
        {(one.strikes ?? []).map(({ fault, says }) => (
          <>
            <dt>Fault {fault}</dt>
            <dd>{says}</dd>
          </>
        ))}
      </dl>
      {whole === undefined ? null : whole.sent === undefined ? (
        <p class="soft">What was sent is no longer kept.</p>
      ) : (
        <pre>{sentText(whole)}</pre>
      )}
    </section>
  );
}
