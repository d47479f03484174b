/**
 * Copies of an exchange: a command, a step of a scenario, a test. The exchange is untrusted: even a page of another site
 * may have sent it. All of its text is quoted by quoting.ts (scripts/proof/copies.test.ts).
 */
import type { Platform } from '../event-types.ts';
import { inJson, inShell } from './quoting.ts';
import { bodyText, type WholeExchange } from './whole-exchange.ts';

/** Headers that a client sets on purpose; its library adds the others. */
const MEANT = /^(idempotency-key|if-match|if-none-match|origin|content-type|x-request-id)$/i;

function meantHeaders({ request }: WholeExchange): readonly (readonly [string, string])[] {
  return (request?.headers ?? []).filter(([name]) => MEANT.test(name));
}

/** undefined: the target is no path, and the base address in front of it would name another host. */
function targetOf({ path, target = path }: WholeExchange): string | undefined {
  return target.startsWith('/') ? target : undefined;
}

/** A command line for a POSIX shell that mints a token of the principal; null: none could send this. */
export function curlOf(one: WholeExchange, { baseUrl }: Platform, controlUrl: string): string | null {
  const { method, principal, request } = one;
  const target = targetOf(one);
  const body = bodyText(request?.body);
  if (target === undefined || body?.includes('\0') === true) return null;
  const options = [
    // Otherwise curl takes brackets for patterns, resolves dots, and waits for the body of a HEAD.
    ...(/[[\]{}]/.test(target) ? ['-g'] : []),
    ...(/\/\.{1,2}(\/|\?|$)/.test(target) ? ['--path-as-is'] : []),
    method === 'HEAD' ? '--head' : `-X ${/^[A-Z]+$/.test(method) ? method : inShell(method)}`,
  ];
  const lines = [
    `curl -si ${options.join(' ')} ${inShell(`${baseUrl}${target}`)}`,
    ...(principal === null || principal === undefined ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    // With a colon and no value curl leaves the header out.
    ...meantHeaders(one).map(([name, value]) => `-H ${inShell(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${inShell(body)}`]),
  ];
  const mint =
    principal === null || principal === undefined
      ? ''
      : `TOKEN=$(curl -s ${inShell(`${controlUrl}/identity/mint`)} -H 'accept: text/plain' -H 'content-type: application/json' --data-raw ${inShell(JSON.stringify({ persona: principal }))})\n`;
  return `${mint}${lines.join(' \\\n  ')}`;
}

/** A `${` of the client's own is none of the scenario's references. */
function inStep(value: unknown): string {
  return inJson(value).replaceAll('${', () => '$${');
}

/** A step of a scenario that sends the request and expects the same answer; null: none can. */
export function stepOf(one: WholeExchange): string | null {
  const { method, key, principal, request, status, refused } = one;
  const target = targetOf(one);
  if (target === undefined) return null;
  const headers = meantHeaders(one).filter(([name]) => !/^(idempotency-key|content-type|x-request-id)$/i.test(name));
  const body = request?.body;
  return [
    `  - as: ${inStep(principal ?? 'anonymous')}`,
    `    request: ${inStep(`${method} ${target}`)}`,
    ...(key === null ? [] : [`    key: ${inStep(key)}`]),
    ...(headers.length === 0 ? [] : [`    headers: ${inStep(Object.fromEntries(headers))}`]),
    ...(body === null || body === undefined
      ? []
      : [`    ${typeof body === 'string' ? 'text' : 'body'}: ${inStep(body)}`]),
    `    expect: ${inStep({ status, ...(refused === null ? {} : { code: refused.code }) })}`,
  ].join('\n');
}

/** A test for vitest that sends the request to its own sandbox; null: not possible. */
export function vitestOf(one: WholeExchange): string | null {
  const { method, path, principal, request, status, refused } = one;
  const target = targetOf(one);
  if (target === undefined) return null;
  const body = bodyText(request?.body);
  const headers = [
    ...(principal === null || principal === undefined
      ? []
      : [`      Authorization: 'Bearer ' + (await sandbox.token(${inJson(principal)})),`]),
    ...meantHeaders(one).map(([name, value]) => `      ${inJson(name)}: ${inJson(value)},`),
  ];
  return `import { startSandbox } from 'touchstone';
import { expect, test } from 'vitest';

test(${inJson(`${method} ${path} answers ${status}${refused === null ? '' : ` ${refused.code}`}`)}, async () => {
  await using sandbox = await startSandbox();
  const answer = await fetch(sandbox.baseUrl + ${inJson(target)}, {
    method: ${inJson(method)},
    headers: {
${headers.join('\n')}
    },${body === null ? '' : `\n    body: ${inJson(body)},`}
  });
  expect(answer.status).toBe(${status});${refused === null ? '' : `\n  expect((await answer.json()).error.code).toBe(${inJson(refused.code)});`}
});
`;
}
