import { grantOf, showing } from '../../client/conversation.ts';
import { greetingOf, unopened } from '../../rules/frame-rules.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, notExercised, pass, violated } from '../../runner/judgement.ts';
import { unminted } from '../../scenes/ticket-parts.ts';
import { crossedSessions, sessionOf } from './crossed-tickets.ts';

const USERS = ['trader', 'admin'] as const;

const spelt = (capabilities: readonly unknown[] | undefined): string => (capabilities ?? []).join(', ') || 'none';

function isItsMinters(history: History, name: string): Judgement {
  const conversation = history.conversation(sessionOf(name));
  const greeting = greetingOf(conversation);
  const granted = grantOf(greeting)?.capabilities;
  if (granted === undefined) return inconclusive('the session was not granted anything in its proper shape');
  const me = history.one(`me of ${name}`);
  const held = capabilitiesOf(me);
  return spelt(granted) === spelt(held)
    ? pass
    : violated(
        `the capabilities of the user who minted the ticket: ${spelt(held)}`,
        me,
        showing(conversation, greeting),
      );
}

export const ticketGrantsItsMinter = check({
  id: 'tkt/ticket-grants-its-minter',
  proves: ['WSS-04'],
  title: 'of two users who mint a ticket each and open crosswise, each session is granted what its own minter holds',
  needs: ['trader', 'admin', 'tickets', 'trading-socket'],
  since: '0.14.0',

  async drive({ trader, admin }) {
    const read = async () => {
      for (const actor of [trader, admin]) await actor.get('/me', { label: `me of ${actor.name}` });
    };
    await read();
    await crossedSessions(trader, admin);
  },

  judge(history) {
    const none = unminted(...history.labelled('minted'));
    if (none !== undefined) return none;
    const held = USERS.map((name) => capabilitiesOf(history.one(`me of ${name}`)));
    if (held.includes(undefined)) return inconclusive('GET /me names no capabilities');
    if (spelt(held[0]) === spelt(held[1])) return notExercised('trader and admin hold the same capabilities');
    return (
      unopened(...USERS.map((name) => history.conversation(sessionOf(name)))) ??
      eachOf(USERS, (name) => isItsMinters(history, name))
    );
  },
});
