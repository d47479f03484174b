import { errorCode, isReplay, keyOf } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import { credentialBody } from '../../scenes/own-credential.ts';

/** More than any intake takes of one organisation in a minute. */
const MOST = 120;
const AT_ONCE = 10;

/** By one who may propose nothing, in an organisation where nobody else does: what is stored for nothing goes again. */
export const intakeRate = check({
  id: 'cred/intake-rate',
  proves: ['CRED-11'],
  title: "the intake's own bound answers 429 RATE_LIMITED with Retry-After, and nothing is recorded: the key is free",
  needs: ['throttled', 'venues', 'intake', 'virtual-clock', 'control', 'writes'],
  busy: 'judged',

  async drive({ throttled, fixtures: { venues }, freshKey, elapse }) {
    if (venues.a === undefined) return;
    const { a } = venues;
    const propose = (key: string, label: string) =>
      throttled.post('/credentials', credentialBody(a, legsOfA(key)), { key, label });
    await elapse(61_000);
    for (let sent = 0; sent < MOST; sent += AT_ONCE) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => propose(freshKey(), 'proposed')));
      const limited = answers.find((e) => errorCode(e) === 'RATE_LIMITED');
      const key = limited && keyOf(limited);
      if (key === undefined) continue;
      await elapse(61_000);
      await propose(key, 'a minute later');
      return;
    }
  },

  judge(history) {
    const limited = history.labelled('proposed').find((e) => errorCode(e) === 'RATE_LIMITED');
    if (limited === undefined) return inconclusive(`the bound of the intake was not met within ${MOST}`);
    const later = history.one('a minute later');
    return allOf(
      expects(limited, { status: 429, position: 'absent', headers: { 'retry-after': true }, thoughBusy: true }),
      errorCode(later) === 'RATE_LIMITED' || isReplay(later)
        ? { ...violated('the same key, judged when the minute is over', limited, later), thoughBusy: true as const }
        : pass,
    );
  },
});
