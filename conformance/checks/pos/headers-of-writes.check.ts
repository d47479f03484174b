/** Answers to writes and refusals: which of them carry the position and the time of platform state. */

import { ABSENT_ID, ABSENT_KEY } from '../../contract/register.ts';
import { isAtLeast, type RestVersion } from '../../contract/versions.ts';
import {
  type Exchange,
  errorCode,
  header,
  isOk,
  isReplay,
  keyOf,
  sentJson,
  status,
  textAt,
} from '../../member/exchange/exchange.ts';
import { FINER_THAN_ANY_GRID } from '../../member/exchange/order.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { namesItsPosition, namesNoPosition, namesNoTime } from '../../rules/state-rules.ts';
import { check, type Scene } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';

const AS_OF = 'X-Service-As-Of-Seq-Ts';

function unheldNamesItsTime(e: Exchange): Judgement {
  if (status(e) !== 404) return inconclusive('a cancel of no order was not answered 404');
  return header(e, AS_OF) === undefined ? violated(`${AS_OF} on the 404 of a path entity that is not held`, e) : pass;
}

export const writesNameNoTime = check({
  id: 'pos/writes-name-no-time',
  proves: ['POS-03'],
  title: 'a write does not carry X-Service-As-Of-Seq-Ts, but for the 404 of a path entity that is not held',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const write = { label: 'write' };
    const submitted = await trader.submit(order(), write);
    const cancelled = await trader.cancel(textAt(submitted, 'orderId') ?? '1', write);
    const refused = await trader.submit(order({ price: FINER_THAN_ANY_GRID }), write);
    for (const first of [submitted, refused]) {
      await trader.submit(sentJson(first) as object as Record<string, unknown>, { key: keyOf(first) ?? '', ...write });
    }
    await trader.request({
      method: 'POST',
      path: cancelled.request.path,
      key: keyOf(cancelled) ?? '',
      body: {},
      ...write,
    });
    await trader.submit(order({ price: 1 }), write);
    await trader.cancel(ABSENT_ID, { label: 'unheld' });
  },

  judge: (history) =>
    allOf(
      // Names are resolved to rows at the door: a 404 there is of a path entity, and is judged apart.
      eachOf(history.labelled('write'), (e) => (status(e) === 404 ? pass : namesNoTime(e))),
      history.labelled('write').some(isReplay) ? pass : inconclusive('no write was replayed'),
      unheldNamesItsTime(history.one('unheld')),
    ),
});

function isOfTheDoor(e: Exchange): Judgement {
  return isOk(e) ? inconclusive('a request that the door refuses was served') : namesNoPosition(e);
}

const WRITES = ['trader', 'account', 'instrument', 'writes'] as const;
type Refused = (scene: Scene<(typeof WRITES)[number]>) => Promise<unknown>;
const DOOR = { label: 'door' };

/** What the door refuses, and since when. Before 0.13.0 a read ignores what it does not take; before 0.3.4 the owner judged these prices. */
const AT_THE_DOOR: readonly (readonly [what: string, since: RestVersion, refused: Refused])[] = [
  ['no token', '0.1.0', ({ anonymous }) => anonymous.get('/orders', DOOR)],
  ['an unknown path', '0.1.0', ({ trader }) => trader.get('/no-such-path', DOOR)],
  ['another method', '0.1.0', ({ trader }) => trader.request({ method: 'PATCH', path: '/orders', ...DOOR })],
  ['an unknown parameter', '0.13.0', ({ trader }) => trader.get('/orders', { query: { nonsense: 1 }, ...DOOR })],
  ['a limit of 0', '0.13.0', ({ trader }) => trader.get('/orders', { query: { limit: 0 }, ...DOOR })],
  ['no cursor', '0.13.0', ({ trader }) => trader.get('/executions', { query: { cursor: 'not a cursor' }, ...DOOR })],
  [
    ...(['no JSON', '0.1.0'] as const),
    ({ trader, freshKey }) =>
      trader.request({ method: 'POST', path: '/orders', rawBody: '{', key: freshKey(), ...DOOR }),
  ],
  ['a price that is a number', '0.3.4', ({ trader, order }) => trader.submit(order({ price: 1 }), DOOR)],
  [
    ...(['an unknown symbol', '0.3.4'] as const),
    ({ trader, order }) => trader.submit(order({ instrumentId: undefined, instrument: 'NO-SUCH-SYMBOL' }), DOOR),
  ],
  ['a user', '0.1.0', ({ trader, order }) => trader.submit(order({ userId: 1 }), DOOR)],
  [
    ...(['no key', '0.1.0'] as const),
    ({ trader, order }) => trader.request({ method: 'POST', path: '/orders', body: order(), ...DOOR }),
  ],
  [
    ...(['an unknown account', '0.1.0'] as const),
    ({ trader, order }) =>
      trader.submit(order({ accountId: undefined, account: 'an account that does not exist' }), DOOR),
  ],
  ['a key of another operation', '0.1.0', reuseAKey],
];

/** A key used for another operation is no fact of an owner's (decision A33). */
async function reuseAKey({ trader, order, freshKey }: Parameters<Refused>[0]): Promise<void> {
  const key = freshKey();
  const orderId = textAt(await trader.submit(order(), { key }), 'orderId');
  if (orderId !== undefined) await trader.cancel(orderId, { key, ...DOOR });
}

const atTheDoorOf = ({ rest }: TargetFacts) => AT_THE_DOOR.filter(([, since]) => isAtLeast(rest, since));

export const doorRefusalsNameNoPosition = check({
  id: 'pos/door-refusals-name-no-position',
  proves: ['POS-04'],
  title: 'a refusal made by the gateway before anything is sent carries no X-Service-Global-Sequence',
  needs: WRITES,
  cases: { of: 'refusals', names: ({ target }) => atTheDoorOf(target).map(([what]) => what) },

  async drive(scene) {
    for (const [what, , refused] of atTheDoorOf(scene.target)) if (scene.takes(what)) await refused(scene);
  },

  judge: (history) => eachOf(history.labelled('door'), isOfTheDoor),
});

/** Codes that only an owner answers: the door knows no grid. */
const OF_THE_OWNER = new Set(['TICK_SIZE_VIOLATION', 'QTY_STEP_VIOLATION', 'INVALID_FIELD']);

export const ownerRefusalsNameTheirPosition = check({
  id: 'pos/owner-refusals-name-their-position',
  proves: ['POS-05'],
  title: "an owner's refusal carries X-Service-Global-Sequence",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.submit(order({ price: FINER_THAN_ANY_GRID }), { label: 'refused' });
    await trader.submit(order({ qty: FINER_THAN_ANY_GRID }), { label: 'refused' });
    // The owner refuses an unknown instrument that is named by its id.
    await trader.submit(order({ instrumentId: ABSENT_KEY }), { label: 'of no instrument' });
  },

  judge: (history) =>
    eachOf(
      [
        ...history.labelled('refused').filter((e) => OF_THE_OWNER.has(errorCode(e) ?? '')),
        ...history.labelled('of no instrument').filter((e) => errorCode(e) === 'INSTRUMENT_NOT_LIVE'),
      ],
      namesItsPosition,
    ),
});
