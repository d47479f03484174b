/** The requests that the clients of a row send in turn, after the sandbox was given the data for them. */
import type { LoadRequest } from '../load/measured.ts';
import type { SandboxProcess } from '../load/sandbox-process.ts';
import { loaded } from './load.ts';

export type Scene = (sandbox: SandboxProcess) => Promise<readonly LoadRequest[]>;

const ORDERS = 1_000;
const PAGES_APART = 10;
const PAGES_A_WRITE = 20;

const get = (path: string): LoadRequest => ({ method: 'GET', path });
const post = ({ order }: SandboxProcess): LoadRequest => ({
  method: 'POST',
  path: '/orders',
  body: JSON.stringify(order),
});

interface Page {
  readonly items: readonly { readonly orderId: string }[];
  readonly nextCursor: string | null;
}

export async function getText({ baseUrl, token }: SandboxProcess, path: string): Promise<string> {
  const answer = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GET ${path} was answered with ${answer.status}: ${text}`);
  return text;
}

const pageAt = async (sandbox: SandboxProcess, path: string) => JSON.parse(await getText(sandbox, path)) as Page;

export const me: Scene = async () => [get('/me')];

export const writes: Scene = async (sandbox) => [post(sandbox)];

/** Many clients place orders at once. */
export async function placed(sandbox: SandboxProcess, count: number): Promise<void> {
  await loaded(sandbox, [post(sandbox)], { amount: count });
}

/** Reads the newest orders, one by one. Places them first if there are none. */
export const orders: Scene = async (sandbox) => {
  const newest = async () => (await pageAt(sandbox, `/orders?limit=${ORDERS}`)).items;
  if ((await newest()).length < 100) await placed(sandbox, 100);
  return (await newest()).map(({ orderId }) => get(`/orders/${orderId}`));
};

/** Reads pages of 100 of the newest orders: more pages than a member caches. */
export const pages: Scene = async (sandbox) => {
  const requests: LoadRequest[] = [];
  let next = `/orders?limit=${PAGES_APART}`;
  for (let at = 0; at <= ORDERS - 100 - PAGES_APART; at += PAGES_APART) {
    const cursor = (await pageAt(sandbox, next)).nextCursor;
    if (cursor === null) break;
    next = `/orders?limit=${PAGES_APART}&cursor=${cursor}`;
    requests.push(get(`/orders?limit=100&cursor=${cursor}`));
  }
  return requests;
};

/** The same, with an order placed after every 20 pages. */
export const pagesAndWrites: Scene = async (sandbox) => {
  await placed(sandbox, ORDERS);
  const requests = await pages(sandbox);
  return requests.flatMap((page, n) => ((n + 1) % PAGES_A_WRITE === 0 ? [page, post(sandbox)] : [page]));
};
