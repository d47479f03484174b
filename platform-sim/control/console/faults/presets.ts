import { type Draft, draftAt } from './draft.ts';

export interface Preset {
  readonly name: string;
  readonly says: string;
  readonly draft: Draft;
}

/** The usual trouble, each as the form is filled with it. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'Slow owner',
    says: 'the orders owner judges two seconds late',
    draft: { ...draftAt('verdict'), on: { owner: 'orders' }, effect: 'delay', value: '2s' },
  },
  {
    name: 'Lost answer',
    says: 'the next order is placed, and its answer is lost with the connection',
    draft: { ...draftAt('answer'), on: { method: 'POST', path: '/orders' }, effect: 'drop', value: '', times: 'first' },
  },
  {
    name: 'Crash after send',
    says: 'the member of the next order is gone once the platform has it',
    draft: { ...draftAt('inbox'), on: { command: 'submit' }, effect: 'crash', value: '', times: 'first' },
  },
  {
    name: '202',
    says: 'the verdict on the next order waits until it is released: its client is answered 202',
    draft: { ...draftAt('verdict'), on: { command: 'submit' }, effect: 'hold', value: 'verdict', times: 'first' },
  },
  {
    name: 'Rate limit',
    says: 'the next two requests are answered 429 with Retry-After',
    draft: { ...draftAt('answer'), effect: 'answer', value: '429', retryAfter: '2s', times: 'first', count: '2' },
  },
  {
    name: 'Session cut',
    says: 'the next frame of a trading session is cut in half, and its connection is gone',
    draft: { ...draftAt('frame'), on: { socket: 'trading' }, effect: 'cut', value: '', times: 'first' },
  },
];
