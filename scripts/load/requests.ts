/** Builds requests as bytes for `raw-connection.ts`. */
import type { SandboxProcess } from './sandbox-process.ts';

export function getRequest(path: string, token?: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization(token)}\r\n`;
}

/** Contains `{key}`, which `measured.ts` replaces by a key that is used once. */
export function postRequest(path: string, body: object, token?: string): string {
  const text = JSON.stringify(body);
  const framed = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${authorization(token)}Idempotency-Key: {key}\r\n${framed}`;
}

function authorization(token: string | undefined): string {
  return token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
}

/** Places orders one by one; resolves with the last one's id. */
export async function placeOrders({ baseUrl, token, order }: SandboxProcess, count: number): Promise<string> {
  let orderId = '';
  for (let n = 0; n < count; n += 1) {
    const answer = await fetch(`${baseUrl}/orders`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': `first-${n}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(order),
    });
    ({ orderId } = (await answer.json()) as { readonly orderId: string });
  }
  return orderId;
}
