import { unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf } from '../../runner/judgement.ts';
import { authenticate, isAcknowledged, isRefusedAsInvalid } from './acknowledgement.ts';

export const authIsAcknowledged = check({
  id: 'mkt/auth-is-acknowledged',
  proves: ['MKT-02'],
  title: 'op auth with a valid token answers success true, with an invalid one success false and invalid_token',
  needs: ['trader', 'market-data-socket'],

  async drive({ trader, anonymous }) {
    await authenticate(await anonymous.openSocket('marketData', { label: 'valid' }), await trader.token());
    await authenticate(await anonymous.openSocket('marketData', { label: 'invalid' }), 'no token of anybody');
  },

  judge(history) {
    const [valid, invalid] = [history.conversation('valid'), history.conversation('invalid')];
    const { strict } = history.target;
    return unopened(valid, invalid) ?? allOf(isAcknowledged(valid, strict), isRefusedAsInvalid(invalid, strict));
  },
});
