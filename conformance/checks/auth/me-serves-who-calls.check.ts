import type { Exchange } from '../../client/exchange.ts';
import { isOk, json } from '../../client/exchange.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

const LAST = 'algos:manage';

/** Declared order beyond "algos:manage is the last" is the sandbox's own decision (A101). */
function inDeclaredOrder(scopes: readonly string[], strict: boolean): boolean {
  const last = scopes.indexOf(LAST);
  if (last >= 0 && last !== scopes.length - 1) return false;
  const places = scopes.map((scope) => (SCOPES as readonly string[]).indexOf(scope)).filter((place) => place >= 0);
  return !strict || places.every((place, i) => i === 0 || (places[i - 1] ?? 0) < place);
}

/** Its members are not shown by name, but three they are: an organisation's id in the user's row is not the organisation. */
function hasMember(e: Exchange, name: RegExp): boolean {
  const me = json(e);
  return typeof me === 'object' && me !== null && Object.keys(me).some((member) => name.test(member));
}

function serves(history: History, e: Exchange): Judgement {
  if (!isOk(e)) return expects(e, { status: 200 });
  if (idIn(e, 'userId') === undefined) return violated('the user', e);
  if (idIn(e, 'orgId') === undefined || !hasMember(e, /^org/i)) return violated('the organisation', e);
  const scopes = capabilitiesOf(e);
  if (scopes === undefined) {
    // Both callers hold this scope: it stands there, whatever the list is named.
    const isNamed = e.response?.body.includes('orders:trade') === true && !history.target.strict;
    return isNamed ? inconclusive('GET /me names its capabilities otherwise') : violated('the capabilities', e);
  }
  if (new Set(scopes).size !== scopes.length) return violated('each capability once', e);
  return inDeclaredOrder(scopes, history.target.strict) ? pass : violated('the capabilities in declared order', e);
}

export const meServesWhoCalls = check({
  id: 'auth/me-serves-who-calls',
  proves: ['AUTH-12'],
  title: 'GET /me serves the user, the organisation and the capabilities in declared order',
  needs: ['admin', 'trader'],

  async drive({ admin, trader }) {
    await admin.get('/me');
    await trader.get('/me');
  },

  judge: (history) => eachOf(history.answered, (e) => serves(history, e)),
});
