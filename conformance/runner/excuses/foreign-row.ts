/** Advice for a person about answers that did not come from the member. */
import type { ForeignCount } from '../../member/exchange/foreign-ledger.ts';
import type { RunRecord } from '../record/run-record.ts';

const ADVICE: readonly (readonly [status: RegExp, advice: string])[] = [
  [/^429/, 'Lower limits.requestsPerSecond.'],
  [/^50[234]/, 'The proxy lost the member that it leads to: look whether that was restarting.'],
  [/^(3|200|40[0135]|501)/, 'A login page or a firewall stands before the member: name an address behind it.'],
  [
    /^41[13]/,
    'The proxy has a lower limit of bodies than the member: raise it to 3 MB (nginx: client_max_body_size 3m), so that the member itself refuses.',
  ],
  [
    /^(414|431)/,
    'The proxy has a lower limit of heads than the member: raise it (nginx: large_client_header_buffers).',
  ],
];

/** `37 answers did not come from the member: 429 text/html, server nginx. Lower limits.requestsPerSecond.` */
function sentenceOf(first: ForeignCount, answers: readonly ForeignCount[]): string {
  const all = answers.reduce((sum, { count }) => sum + count, 0);
  const what = answers.length === 1 ? first.what : answers.map((one) => `${one.count} times ${one.what}`).join('; ');
  const advice = answers.flatMap((one) => ADVICE.find(([status]) => status.test(one.what))?.[1] ?? []);
  const counted = all === 1 ? '1 answer' : `${all} answers`;
  return [`${counted} did not come from the member: ${what}.`, ...new Set(advice)].join(' ');
}

/** What the record says about them; `answers` has the most common first. */
export function foreignRow(answers: readonly ForeignCount[]): Pick<RunRecord['run'], 'foreign'> {
  const [first] = answers;
  return first === undefined ? {} : { foreign: { sentence: sentenceOf(first, answers), answers } };
}
