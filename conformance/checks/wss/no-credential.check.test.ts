import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { opened, refusedHandshake, session } from '../../testing/sample-conversation.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { noCredential } from './no-credential.check.ts';

const refused = refusedHandshake();
const by = (...refusals: Parameters<typeof refusedHandshake>[0][]) => ({ refused: refusals.map(refusedHandshake) });
const good = { refused: [refused, refused, refused, refused], 'with a credential': session([opened(900)]) };

test.each([
  ['refused', {}, 'pass'],
  [
    'by any status (A91)',
    by({ status: 400, code: 'MALFORMED_REQUEST' }, { status: 403, code: 'FORBIDDEN_PRINCIPAL' }),
    'pass',
  ],
  ['without an envelope', by({ status: 401, body: '' }, { status: 426, body: 'no' }), 'pass'],
  ['one opens', { refused: [refused, session([opened(900)]), refused] }, 'violated'],
  ['one opens, to be authenticated by op', { refused: [session(), refused, refused] }, 'violated'],
  ['one opens, and is closed', { refused: [refused, session([], { closed: { code: 1008 } })] }, 'violated'],
  ['nobody is let in', { 'with a credential': refused }, 'inconclusive'],
] as const)('%s', (_, over, verdict) => {
  expect(judged(noCredential, historyOf({ ...good, ...over })).verdict).toBe(verdict);
});
