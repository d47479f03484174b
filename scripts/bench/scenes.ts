/** What the clients of a row ask, in turn, once a sandbox holds what is asked for. */
import type { SandboxProcess } from '../load/sandbox-process.ts';
import { loaded } from './load.ts';

export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

export type Scene = (sandbox: SandboxProcess) => Promise<readonly Asked[]>;

const ORDERS = 1_000;
const PAGES_APART = 10;
const PAGES_A_WRITE = 20;

const get = (path: string): Asked => ({ method: 'GET', path });
const post = ({ order }: SandboxProcess): Asked => ({ method: 'POST', path: '/orders', body: JSON.stringify(order) });

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

/** Places orders by many clients at once. */
export async function placed(sandbox: SandboxProcess, count: number): Promise<void> {
  await loaded(sandbox, [post(sandbox)], { amount: count });
}

/** The newest orders, one by one. Places the first ones where there are none. */
export const orders: Scene = async (sandbox) => {
  const newest = async () => (await pageAt(sandbox, `/orders?limit=${ORDERS}`)).items;
  if ((await newest()).length < 100) await placed(sandbox, 100);
  return (await newest()).map(({ orderId }) => get(`/orders/${orderId}`));
};

/** Pages of 100 among the newest orders: more of them than a member keeps ready. */
export const pages: Scene = async (sandbox) => {
  const asked: Asked[] = [];
  let next = `/orders?limit=${PAGES_APART}`;
  for (let at = 0; at <= ORDERS - 100 - PAGES_APART; at += PAGES_APART) {
    const cursor = (await pageAt(sandbox, next)).nextCursor;
    if (cursor === null) break;
    next = `/orders?limit=${PAGES_APART}&cursor=${cursor}`;
    asked.push(get(`/orders?limit=100&cursor=${cursor}`));
  }
  return asked;
};

/** The same, with an order placed after every 20 pages. */
export const pagesAndWrites: Scene = async (sandbox) => {
  await placed(sandbox, ORDERS);
  const asked = await pages(sandbox);
  return asked.flatMap((page, n) => ((n + 1) % PAGES_A_WRITE === 0 ? [page, post(sandbox)] : [page]));
};
