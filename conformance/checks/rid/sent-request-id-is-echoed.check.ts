import fc from 'fast-check';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf } from '../../runner/judgement.ts';

export const sentRequestIdIsEchoed = check({
  id: 'rid/sent-request-id-is-echoed',
  proves: ['RID-02'],
  title: 'a sent X-Request-Id of 8 to 128 of [A-Za-z0-9._-] is echoed, on an answer and on a refusal',
  needs: ['trader'],
  given: () =>
    fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9._-]{8,128}$/),
      fc.constantFrom('a'.repeat(8), 'Z'.repeat(128), '........', '_-._-._-'),
    ),
  runs: 15,

  async drive({ trader }, id) {
    const headers = { 'X-Request-Id': id };
    await trader.get('/me', { label: 'answer', headers });
    await trader.get('/no-such-path', { label: 'refusal', headers });
  },

  judge: (history, id) =>
    allOf(
      expects(history.one('answer'), { status: 200, headers: { 'x-request-id': id } }),
      expects(history.one('refusal'), { status: 404, headers: { 'x-request-id': id } }),
    ),
});
