import { opens } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';

export const opensWithoutCredential = check({
  id: 'mkt/opens-without-credential',
  proves: ['MKT-01'],
  title: 'the market data handshake carries no credential and opens',
  needs: ['market-data-socket'],

  async drive({ anonymous }) {
    await anonymous.openSocket('marketData', { label: 'session' });
  },

  judge: (history) => opens(history.conversation('session')),
});
