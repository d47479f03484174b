/** Members that echo a reqId otherwise than byte for byte, or echo what they should refuse (WSS-11). */
import type { Frame } from '../../sockets/server-frame.ts';
import type { Defect } from '../defect.ts';

const WORD_CHARACTERS = 16;
/** Longer than what a client usually sends. */
const COLUMN_CHARACTERS = 24;

/** The value of reqId as it stands in a frame: a string, or a number. */
const REQ_ID = /("reqId":)("(?:[^"\\]|\\.)*"|[0-9]+)/;

/** In the answer to an operation that the session does not know: a client that waits for others waits in vain. */
function echoed(rewrite: (reqId: string) => unknown): NonNullable<Defect['frame']> {
  return (frame: Frame) => {
    const { reqId, code } = frame;
    return typeof reqId === 'string' && code === 'UNKNOWN_OP' ? { ...frame, reqId: rewrite(reqId) } : frame;
  };
}

/** Reads another reqId where one stands. */
function read(rewrite: (spelt: string) => string): NonNullable<Defect['reads']> {
  return (text) => text.replace(REQ_ID, (_, name: string, spelt: string) => `${name}${rewrite(spelt)}`);
}

type Row = readonly [name: string, story: string, how: Pick<Defect, 'frame' | 'reads'>];

const ROWS: readonly Row[] = [
  [
    'echoes-req-ids-in-small-letters',
    'keeps a reqId in lower case that is longer than a word',
    { frame: echoed((reqId) => (reqId.length > WORD_CHARACTERS ? reqId.toLowerCase() : reqId)) },
  ],
  [
    'echoes-the-start-of-a-req-id',
    'keeps the first characters of a reqId',
    { frame: echoed((reqId) => reqId.slice(0, COLUMN_CHARACTERS)) },
  ],
  [
    'echoes-digits-as-a-number',
    'a reqId of digits comes back as a number',
    { frame: echoed((reqId) => (/^[0-9]{1,15}$/.test(reqId) ? Number(reqId) : reqId)) },
  ],
  [
    'takes-an-escaped-req-id',
    'parses a reqId like any JSON, and echoes what its escapes stand for',
    {
      reads: read((spelt) =>
        spelt.replace(/\\u00([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      ),
    },
  ],
  [
    'takes-a-req-id-with-a-quote-in-it',
    'takes a quote or a backslash in a reqId, and leaves them away',
    { reads: read((spelt) => spelt.replace(/\\["\\]/g, '')) },
  ],
  [
    'takes-a-number-for-a-req-id',
    'echoes a number as a string',
    { reads: read((spelt) => (spelt.startsWith('"') ? spelt : `"${spelt}"`)) },
  ],
  [
    'takes-a-req-id-of-any-letters',
    'takes letters that are not ASCII in a reqId, and puts ? for each',
    { reads: read((spelt) => spelt.replace(/[^\x20-\x7e]/gu, '?')) },
  ],
  [
    'takes-no-req-id',
    'numbers an operation that has no reqId',
    {
      reads: (text) =>
        text.startsWith('{"op":') && !text.includes('"reqId"') ? `{"reqId":"0",${text.slice(1)}` : text,
    },
  ],
];

export const OTHER_REQ_IDS: readonly Defect[] = ROWS.map(([name, story, how]) => ({
  name,
  breaks: ['WSS-11'],
  story,
  ...how,
}));
