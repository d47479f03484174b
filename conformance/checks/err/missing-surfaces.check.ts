/** Members without a surface (algos, balances, tickets, an intake of credentials) or without writes: final refusals. */

import { ALGO_ROUTES, pathOf } from '../../contract/routes.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { insisting, lastOfEach } from '../../member/exchange/busy.ts';
import { type Exchange, errorCode, isOf, isOk, isReplay, keyOf } from '../../member/exchange/exchange.ts';
import { FINER_THAN_ANY_GRID } from '../../member/exchange/order.ts';
import { check, type Scene } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  eachOf,
  inconclusive,
  type Judgement,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import {
  credentialBody,
  pathOf as credentialPath,
  noVenue,
  proposedAndWithdrawn,
} from '../../scenes/own-credential.ts';

/** Any ids: a member that lacks the surface reads no row. */
const IDS = { id: 1, seq: 1 };

/** With a hook: what the member serves it has kept, or another member answered, which has it. */
function isKept(history: History, e: Exchange): boolean {
  return history.noted('hook') !== undefined && isOk(e);
}

/** The final refusal of what the member lacks. */
const without = (code: string) => ({ status: 503, code, retryable: false, thoughBusy: true }) as const;

/** Acts while members lack their surfaces. Waits for what was there before: a target may lack one at all times. */
async function withoutSurfaces({ admin, operator }: Scene<'admin'>, act: () => Promise<void>): Promise<void> {
  const balances = (label: string) => admin.get('/account-balances', { label });
  const before = await balances('before');
  const members = await operator.begin('dropSurfaces');
  await members.meet(() => insisting(() => balances('balances')));
  await act();
  await members.end();
  if (isOk(before)) await members.afterwards(() => balances('back'));
}

export const missingSurface = check({
  id: 'err/missing-surface',
  proves: ['ERR-19', 'ERR-20'],
  title:
    'a member without algos or balances answers each of their routes 503 after admission, without a position, retryable false',
  needs: ['admin', 'dropSurfaces', 'destructive'],

  drive(scene) {
    const { admin, anonymous, control, freshKey, target } = scene;
    return withoutSurfaces(scene, async () => {
      const routes = isAtLeast(target.rest, '0.11.0') ? ALGO_ROUTES : [];
      for (const route of routes) {
        // A hook may have left the surface: a halt would then stop what others run.
        if (control === undefined && route.kind === 'write') continue;
        const asked = { method: route.method, path: pathOf(route, IDS) };
        const write = route.kind === 'write' ? { key: freshKey(), body: {} } : {};
        await insisting(() => admin.request({ ...asked, ...write, label: 'algos' }));
      }
      if (routes.length > 0) await anonymous.get('/algos/instances', { label: 'anonymous' });
      await anonymous.get('/account-balances', { label: 'anonymous' });
    });
  },

  judge: (history) =>
    allOf(
      lastOfEach(history.labelled('algos')).map((e) =>
        isKept(history, e)
          ? unseen
          : blaming(expects(e, { ...without('ALGOS_UNAVAILABLE'), position: 'absent' }), 'ERR-19'),
      ),
      blaming(expects(history.last('balances'), { ...without('BALANCES_UNAVAILABLE'), position: 'absent' }), 'ERR-20'),
      eachOf(history.labelled('anonymous'), (e) =>
        blaming(
          expects(e, { status: 401 }, 'admission is answered first'),
          isOf(e, 'GET /account-balances') ? 'ERR-20' : 'ERR-19',
        ),
      ),
    ),
});

/** Three codes that no retry changes. A member older than tickets is not asked for one. */
export const unavailableSurfacesAreFinal = check({
  id: 'err/unavailable-surfaces-are-final',
  proves: ['ERR-12'],
  title: 'BALANCES_UNAVAILABLE, ALGOS_UNAVAILABLE and TICKETS_UNAVAILABLE are 503 with retryable false',
  needs: ['admin', 'dropSurfaces', 'destructive'],

  drive(scene) {
    const { admin, target } = scene;
    return withoutSurfaces(scene, async () => {
      await insisting(() => admin.get('/algos/instances', { label: 'algos' }));
      if (isAtLeast(target.rest, '0.14.0'))
        await insisting(async () => (await admin.mintTicket({ label: 'tickets' })).exchange);
    });
  },

  judge(history) {
    const isFinal = (e: Exchange, code: string) => (isKept(history, e) ? unseen : expects(e, without(code)));
    const tickets = history.labelled('tickets').at(-1);
    return allOf(
      isFinal(history.last('balances'), 'BALANCES_UNAVAILABLE'),
      isFinal(history.last('algos'), 'ALGOS_UNAVAILABLE'),
      tickets === undefined ? [] : [isFinal(tickets, 'TICKETS_UNAVAILABLE')],
    );
  },
});

/** A busy member does not answer INTAKE_UNAVAILABLE; its other codes are excused. */
function isWithoutIntake(refused: Exchange, retryable: boolean): Judgement {
  const expected = { status: 503, code: 'INTAKE_UNAVAILABLE', position: 'absent', retryable } as const;
  return expects(refused, { ...expected, ...(errorCode(refused) === 'INTAKE_UNAVAILABLE' && { thoughBusy: true }) });
}

/** A credential is taken before the intake is removed, so that the refusal has no other cause. */
export const noIntake = check({
  id: 'err/no-intake',
  proves: ['ERR-13'],
  title: 'a member that stores no credentials answers 503 INTAKE_UNAVAILABLE to key material, retryable false',
  needs: ['admin', 'venues', 'intake', 'control', 'destructive', 'writes'],

  async drive({ admin, control, fixtures: { venues }, freshKey }) {
    if (venues.a === undefined) return;
    const body = () => credentialBody(venues.a ?? 0, legsOfA(freshKey()));
    await proposedAndWithdrawn(admin, body(), { label: 'stored' });
    await control.deploy({ surfaces: { intake: false } });
    await admin.post('/credentials', body(), { label: 'not stored' });
  },

  judge(history) {
    const stored = history.maybe('stored');
    if (stored === undefined) return noVenue('family A');
    if (credentialPath(stored) === undefined) return inconclusive('a credential is not taken with an intake either');
    return isWithoutIntake(history.one('not stored'), false);
  },
});

export const intakeDoesNotAnswer = check({
  id: 'err/intake-does-not-answer',
  proves: ['ERR-13'],
  title:
    'a member whose intake does not answer returns 503 INTAKE_UNAVAILABLE, retryable true: the same key succeeds later',
  needs: ['admin', 'venues', 'intake', 'stopIntake', 'writes'],

  async drive({ admin, operator, fixtures: { venues }, freshKey }) {
    if (venues.a === undefined) return;
    const body = credentialBody(venues.a, legsOfA(freshKey()));
    const intake = await operator.begin('stopIntake');
    const propose = (key: string, label: string) => proposedAndWithdrawn(admin, body, { key, label });
    const refused = await intake.meet((key) => propose(key, 'not stored'));
    await intake.end();
    await intake.afterwards(() => propose(keyOf(refused) ?? '', 'again'));
  },

  judge(history) {
    if (history.maybe('not stored') === undefined) return noVenue('family A');
    const refused = history.last('not stored');
    const again = history.last('again');
    return allOf(
      isWithoutIntake(refused, true),
      isOk(again) && !isReplay(again) ? pass : violated('the same key, taken when the intake answers', refused, again),
    );
  },
});

export const replicaTakesNoWrites = check({
  id: 'err/replica-takes-no-writes',
  proves: ['ERR-14'],
  title: 'a read replica serves reads, and answers a write 503 NOT_SERVING with retryable false',
  needs: ['trader', 'account', 'instrument', 'control', 'writes', 'destructive'],

  async drive({ trader, order, control, freshKey }) {
    const key = freshKey();
    const body = order({ price: FINER_THAN_ANY_GRID });
    await control.deploy({ surfaces: { replica: true } });
    await trader.get('/orders', { query: { limit: '1' }, label: 'read' });
    await insisting(() => trader.submit(body, { key, label: 'write' }));
    await control.deploy({ surfaces: { replica: false } });
    await trader.submit(body, { key, label: 'elsewhere' });
  },

  judge: (history) =>
    allOf(
      expects(history.one('read'), { status: 200 }),
      expects(history.last('write'), { ...without('NOT_SERVING'), position: 'absent' }),
      expects(history.one('elsewhere'), { status: 'not 5xx', position: 'present', replay: false }, 'the key was free'),
    ),
});
