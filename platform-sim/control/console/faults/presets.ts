import { type Draft, draftAt } from './draft.ts';

export interface Preset {
  /** What the client will see. */
  readonly name: string;
  readonly draft: Draft;
}

/** The usual trouble, each as the form is filled with it. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'Each order is answered two seconds late',
    draft: { ...draftAt('verdict'), on: { owner: 'orders' }, effect: 'delay', value: '2s' },
  },
  {
    name: 'The order is placed, and its answer is lost',
    draft: { ...draftAt('answer'), on: { method: 'POST', path: '/orders' }, effect: 'drop', value: '', times: 'first' },
  },
  {
    name: 'The order is placed, and its member crashes before it answers',
    draft: { ...draftAt('inbox'), on: { command: 'submit' }, effect: 'crash', value: '', times: 'first' },
  },
  {
    name: 'The order is answered 202, and decided when you release it',
    draft: { ...draftAt('verdict'), on: { command: 'submit' }, effect: 'hold', value: 'verdict', times: 'first' },
  },
  {
    name: 'Two requests are processed, and answered 429 with Retry-After',
    draft: { ...draftAt('answer'), effect: 'answer', value: '429', retryAfter: '2', times: 'first', count: '2' },
  },
  {
    name: 'Half a frame of the trading session arrives, then the connection ends',
    draft: { ...draftAt('frame'), on: { socket: 'trading' }, effect: 'cut', value: '', times: 'first' },
  },
];
