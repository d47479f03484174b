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
    says: 'delays the verdict of the orders owner by two seconds',
    draft: { ...draftAt('verdict'), on: { owner: 'orders' }, effect: 'delay', value: '2s' },
  },
  {
    name: 'Lost answer',
    says: 'the next order is placed, and its answer and connection are lost',
    draft: { ...draftAt('answer'), on: { method: 'POST', path: '/orders' }, effect: 'drop', value: '', times: 'first' },
  },
  {
    name: 'Crash after send',
    says: 'the member of the next order crashes after the platform received it',
    draft: { ...draftAt('inbox'), on: { command: 'submit' }, effect: 'crash', value: '', times: 'first' },
  },
  {
    name: '202',
    says: 'holds the verdict on the next order until its release; the client receives 202',
    draft: { ...draftAt('verdict'), on: { command: 'submit' }, effect: 'hold', value: 'verdict', times: 'first' },
  },
  {
    name: 'Rate limit',
    says: 'the next two requests receive 429 with Retry-After',
    draft: { ...draftAt('answer'), effect: 'answer', value: '429', retryAfter: '2', times: 'first', count: '2' },
  },
  {
    name: 'Session cut',
    says: 'half of the next frame of a trading session is sent, then its connection is closed',
    draft: { ...draftAt('frame'), on: { socket: 'trading' }, effect: 'cut', value: '', times: 'first' },
  },
];
