import { frameAt, received, showing } from '../../client/conversation.ts';
import { socketRefusals } from '../../contract/socket-refusals.ts';
import { greeted, PROBE, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import { forgedTokens } from '../../scenes/forged-tokens.ts';

export const NEVER_EMITTED: readonly unknown[] = socketRefusals(({ isNeverEmitted }) => isNeverEmitted === true);

/** Whatever of an op can be wrong, short of placing an order. */
export const codesNeverEmitted = check({
  id: 'wss/codes-never-emitted',
  proves: ['WSS-18'],
  title: 'UNAUTHENTICATED and OWNER_ABSENT are never emitted on the socket',
  needs: ['trader', 'trading-socket'],

  async drive({ trader, target }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    const wrong = Object.values(forgedTokens(await trader.token()));
    const tokens = ['', 'no token of anybody', null, 17, ...wrong.slice(0, 3)];
    for (const token of tokens) await socket.ask({ op: 'auth', params: { token } });
    await socket.ask({ op: 'auth', params: {} });
    await socket.ask({ op: 'auth' });
    await socket.ask(PROBE);
    if (target.strict) {
      await socket.ask({ op: 'subscribe', params: { topics: ['none'] } });
      await socket.ask({ op: 'submit', params: {} });
      await socket.ask({ op: 'cancel', params: { orderId: '1', commandKey: 'touchstone' } });
    }
  },

  judge(history) {
    const conversation = history.conversation('session');
    const refusals = received(conversation).filter((frame) => frameAt(frame, 'success') === false);
    return (
      unopened(conversation) ??
      eachOf(refusals, (frame) =>
        NEVER_EMITTED.includes(frameAt(frame, 'code'))
          ? violated(`a code other than ${NEVER_EMITTED.join(' and ')}`, showing(conversation, frame))
          : pass,
      )
    );
  },
});
