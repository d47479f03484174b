import type { Exchange } from '../wire.ts';

/** What the table of traffic shows; an empty text: everything. */
export interface Filter {
  readonly text: string;
  readonly principal: string;
  readonly member: string;
  readonly status: '' | 'refused' | '2xx' | '4xx' | '5xx' | 'socket';
}

export const EVERYTHING: Filter = { text: '', principal: '', member: '', status: '' };

const STATUSES = {
  '': () => true,
  refused: ({ refused }) => refused !== null,
  '2xx': ({ status }) => status >= 200 && status < 300,
  '4xx': ({ status }) => status >= 400 && status < 500,
  '5xx': ({ status }) => status >= 500,
  socket: ({ method }) => method === 'WS',
} as const satisfies Record<Filter['status'], (one: Exchange) => boolean>;

/** Whether an exchange passes: the text is looked for in the route, the key, the code and the request id. */
export function passes(one: Exchange, { text, principal, member, status }: Filter): boolean {
  if (!STATUSES[status](one)) return false;
  if (principal !== '' && (one.principal ?? 'anonymous') !== principal) return false;
  if (member !== '' && one.member !== member) return false;
  if (text === '') return true;
  const { method, path, key, requestId, refused, op } = one;
  const all = [method, path, key ?? '', requestId ?? '', refused?.code ?? '', op ?? '', `${one.status}`].join(' ');
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.toLowerCase().includes(word));
}
