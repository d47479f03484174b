import { check } from '../../runner/check.ts';
import { allOf } from '../../runner/judgement.ts';
import { unopened } from '../wss/frame-rules.ts';
import { isAcknowledged, isRefusedAsInvalid } from './acknowledgement.ts';

export const authIsAcknowledged = check({
  id: 'mkt/auth-is-acknowledged',
  proves: ['MKT-02'],
  title: 'op auth with a valid token answers success true, with an invalid one success false and invalid_token',
  needs: ['trader', 'market-data-socket'],

  async drive({ trader, anonymous }) {
    const valid = await anonymous.openSocket('marketData', { label: 'valid' });
    await valid.ask({ op: 'auth', reqId: 'auth', params: { token: await trader.token() } });
    const invalid = await anonymous.openSocket('marketData', { label: 'invalid' });
    await invalid.ask({ op: 'auth', reqId: 'auth', params: { token: 'no token of anybody' } });
  },

  judge(history) {
    const [valid, invalid] = [history.conversation('valid'), history.conversation('invalid')];
    return (
      unopened(valid, invalid) ??
      allOf(isAcknowledged(valid, 'auth'), isRefusedAsInvalid(invalid, 'auth', history.target.strict))
    );
  },
});
