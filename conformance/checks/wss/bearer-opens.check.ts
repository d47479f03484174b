import { opens } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';

export const bearerOpens = check({
  id: 'wss/bearer-opens',
  proves: ['WSS-02'],
  title: 'a handshake with a bearer header opens',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    await trader.openSocket('trading', { label: 'bearer' });
  },

  judge: (history) => opens(history.conversation('bearer')),
});
