import type { Exchange } from '../event-types.ts';

/** What the client received, with a mark and a colour of its kind. */
export function Outcome({ one: { outcome, notes, strikes } }: { readonly one: Exchange }) {
  return (
    <span class={`outcome got-${outcome.kind}`}>
      {outcome.text}
      {strikes.length === 0 || /lost|replaced|cut|held/.test(outcome.kind) ? null : (
        <span class="soft"> struck by {[...new Set(strikes.map(({ fault }) => fault))].join(', ')}</span>
      )}
      {notes.length === 0 ? null : (
        <b class="noted" title={notes.join(' ')}>
          {' \u26a0'}
          <span class="visually-hidden"> {notes.join(' ')}</span>
        </b>
      )}
    </span>
  );
}
