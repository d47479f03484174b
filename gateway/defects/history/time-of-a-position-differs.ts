import { AS_OF_HEADER } from '../../answers.ts';
import { type Defect, rewriteBody } from '../defect.ts';

/** Header and body of each answer agree: only two answers beside each other show it. */
export const timeOfAPositionDiffers: Defect = {
  name: 'time-of-a-position-differs',
  breaks: ['POS-10'],
  story: 'a page that was asked for with a limit names a time that is one nanosecond later than that of its position',
  spoil: (answer, { request, path }) => {
    const asOf = answer.headers[AS_OF_HEADER];
    if (asOf === undefined || path !== '/orders' || request.url?.includes('limit=') !== true) return answer;
    const later = String(BigInt(asOf) + 1n);
    const headers = { ...answer.headers, [AS_OF_HEADER]: later };
    return rewriteBody({ ...answer, headers }, (body) => ({ ...body, asOfSeqTsNs: later }));
  },
};
