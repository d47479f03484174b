import type { Exchange } from '../../client/exchange.ts';
import { errorCode, status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import { legsOfA, legsOfB } from '../../scenes/material.ts';
import { credentialBody, notProposed, pathOf } from '../../scenes/own-credential.ts';

export const unsupportedVenue = check({
  id: 'cred/unsupported-venue',
  proves: ['CRED-04'],
  title: 'a credential for a venue with no connector is refused 422 VENUE_UNSUPPORTED, whatever legs it brings',
  needs: ['admin', 'venues', 'intake', 'writes'],

  async drive({ admin, fixtures: { venues }, freshKey }) {
    const { a, unsupported } = venues;
    if (a === undefined || unsupported === undefined) return;
    for (const [label, exchangeId, legs] of [
      ['supported', a, legsOfA],
      ['unsupported', unsupported, legsOfA],
      ['unsupported', unsupported, legsOfB],
    ] as const) {
      const taken = pathOf(await admin.post('/credentials', credentialBody(exchangeId, legs(freshKey())), { label }));
      if (taken !== undefined) await admin.post(`${taken}/withdraw`, {});
    }
  },

  judge(history) {
    const supported = history.maybe('supported');
    if (supported === undefined)
      return inconclusive('the profile names no venue of family A, or none without a connector');
    const isTaken = pathOf(supported) !== undefined;
    const isRefused = (e: Exchange): Judgement =>
      isTaken || errorCode(e) === 'VENUE_UNSUPPORTED'
        ? expects(e, { status: 422, code: 'VENUE_UNSUPPORTED', ...(history.target.strict && { position: 'absent' }) })
        : notProposed(supported, e);
    const refused = history.labelled('unsupported');
    // Its family is not known: the legs of the other one may be refused for their form.
    const isForItsForm = (e: Exchange) => status(e) === 400 && errorCode(e) === 'MALFORMED_REQUEST';
    const asAVenue = history.target.strict ? refused : refused.filter((e) => !isForItsForm(e));
    return eachOf(asAVenue.length === 0 ? refused : asAVenue, isRefused);
  },
});
