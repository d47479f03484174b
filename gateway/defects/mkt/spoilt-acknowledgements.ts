import type { Frame } from '../../sockets/server-frame.ts';
import type { Defect } from '../defect.ts';
import { frameOf, onItsConnection } from '../wss/on-its-connection.ts';

type Row = readonly [name: string, story: string, spoil: (answer: Frame) => Frame | null];

function acknowledged(spoil: (answer: Frame) => Frame | null): (answer: Frame) => Frame | null {
  return (answer) => (answer['success'] === true ? spoil(answer) : answer);
}

function invalid(spoil: (answer: Frame) => Frame | null): (answer: Frame) => Frame | null {
  return (answer) => (answer['error'] === 'invalid_token' ? spoil(answer) : answer);
}

/** Each spoils one thing of the answer to op auth on the market data socket. */
const ROWS: readonly Row[] = [
  ['acknowledges-in-words', 'success is the text "true"', acknowledged((answer) => ({ ...answer, success: 'true' }))],
  [
    'acknowledges-otherwise',
    'says authenticated, and not success',
    acknowledged(({ success: _, ...answer }) => ({ ...answer, authenticated: true })),
  ],
  [
    'names-an-invalid-token-in-capitals',
    'error is INVALID_TOKEN, as on the trading socket',
    invalid((answer) => ({ ...answer, error: 'INVALID_TOKEN' })),
  ],
  [
    'names-an-invalid-token-by-its-code-alone',
    'has code and no error',
    invalid(({ error: _, ...answer }) => ({ ...answer, code: 'INVALID_TOKEN' })),
  ],
  ['says-not-that-an-invalid-token-failed', 'has error and no success', invalid(({ success: _, ...answer }) => answer)],
];

export const SPOILT_ACKNOWLEDGEMENTS: readonly Defect[] = [
  ...ROWS.map(
    ([name, story, spoil]): Defect => ({
      name,
      breaks: ['MKT-02'],
      story,
      frame: (frame, of) => (of.socket === 'market-data' && of.name === 'auth' ? spoil(frame) : frame),
    }),
  ),
  {
    name: 'closes-on-an-invalid-token',
    breaks: ['MKT-02'],
    story: 'closes a market data session whose op auth brings an invalid token, and does not answer it',
    stages: onItsConnection('market-data', (connection) => ({
      send(text) {
        if (frameOf(text)['error'] === 'invalid_token') connection.close(1008, 'invalid token');
        else connection.send(text);
      },
    })),
  },
];
