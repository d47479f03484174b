/** For tests: the judgement of a client with a rule of each verdict and severity, and the same text wherever text is foreign. */
import { CLIENT_VERDICTS, type ClientRecord } from '../client-record.ts';

export function clientRecordOf(text: string): ClientRecord {
  const rules = CLIENT_VERDICTS.flatMap((verdict, i) =>
    (['must', 'should'] as const).map((severity) => ({
      ...{ id: `CLI-${i}${severity}`, area: 'keys', severity, from: text, says: text, verdict, cases: 1, reason: text },
      ...{ broken: [text, text], suspected: [text] },
      ...(severity === 'should'
        ? {}
        : {
            failure: {
              ...{ moment: text, schedule: [text], replay: text, after: 1 },
              steps: (['client', 'member', 'platform'] as const).map((lane) => ({ atMs: 1, lane, text })),
            },
          }),
    })),
  );
  return {
    ...{ schema: 1, tool: { name: 'touchstone', version: '0.1.0' }, client: text, seed: 1, verdict: 'fail' },
    ...{ startedAt: '2026-01-05T00:00:00.000Z', durationMs: 1_500, starts: 2, rules },
    summary: { fail: 2, inconclusive: 2, pass: 2, 'not-exercised': 2 },
  };
}
