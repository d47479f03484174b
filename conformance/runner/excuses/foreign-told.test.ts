import { expect, test } from 'vitest';
import { foreignTold } from './foreign-told.ts';

test.each([
  [[], undefined],
  [
    [{ what: '429 text/html, server nginx', count: 37 }],
    '37 answers did not come from the member: 429 text/html, server nginx. Lower limits.requestsPerSecond.',
  ],
  [
    [
      { what: '413 empty', count: 3 },
      { what: '502 empty', count: 2 },
      { what: '503 empty', count: 1 },
    ],
    '6 answers did not come from the member: 3 times 413 empty; 2 times 502 empty; 1 times 503 empty. ' +
      'The proxy has a lower limit of bodies than the member: raise it to 3 MB (nginx: client_max_body_size 3m), so that the member itself refuses. ' +
      'The proxy lost the member that it leads to: look whether that was restarting.',
  ],
  [[{ what: '418 empty', count: 1 }], '1 answer did not come from the member: 418 empty.'],
])('answers of others are reported once, with what to do for each kind', (answers, sentence) =>
  expect(foreignTold(answers).foreign?.sentence).toBe(sentence),
);
