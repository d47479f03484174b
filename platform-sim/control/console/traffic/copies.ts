/** An exchange in the forms in which a person takes it along: a command, a step of a scenario, a test. */
import type { Platform } from '../wire.ts';
import { bodyText, type WholeExchange } from './whole-exchange.ts';

/** Headers that a client states on purpose; the others are its library's. */
const MEANT = /^(idempotency-key|if-match|if-none-match|origin|content-type|x-request-id)$/i;

function meantHeaders({ request }: WholeExchange): readonly (readonly [string, string])[] {
  return (request?.headers ?? []).filter(([name]) => MEANT.test(name));
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command line for a POSIX shell that mints a token of the principal and sends the request again. */
export function curlOf(one: WholeExchange, { baseUrl }: Platform, controlUrl: string): string {
  const { method, path, target = path, principal, request } = one;
  const body = bodyText(request?.body);
  const lines = [
    `curl -si -X ${method} ${inShell(`${baseUrl}${target}`)}`,
    ...(principal === null || principal === undefined ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...meantHeaders(one).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${inShell(body)}`]),
  ];
  const mint =
    principal === null || principal === undefined
      ? ''
      : `TOKEN=$(curl -s ${inShell(`${controlUrl}/identity/mint`)} -H 'accept: text/plain' -H 'content-type: application/json' -d ${inShell(JSON.stringify({ persona: principal }))})\n`;
  return `${mint}${lines.join(' \\\n  ')}`;
}

/** JSON is YAML; a text of it is quoted, so that no value changes its type. */
function inYaml(value: unknown): string {
  return JSON.stringify(value);
}

/** A step of a scenario that sends the request and expects the same answer. */
export function stepOf(one: WholeExchange): string {
  const { method, path, target = path, key, principal, request, status, refused } = one;
  const headers = meantHeaders(one).filter(([name]) => !/^(idempotency-key|content-type|x-request-id)$/i.test(name));
  const body = request?.body;
  return [
    `  - as: ${principal ?? 'anonymous'}`,
    `    request: ${method} ${target}`,
    ...(key === null ? [] : [`    key: ${inYaml(key)}`]),
    ...(headers.length === 0 ? [] : [`    headers: ${inYaml(Object.fromEntries(headers))}`]),
    ...(body === null || body === undefined
      ? []
      : [typeof body === 'string' ? `    text: ${inYaml(body)}` : `    body: ${inYaml(body)}`]),
    `    expect: ${inYaml({ status, ...(refused === null ? {} : { code: refused.code }) })}`,
  ].join('\n');
}

/** A test for vitest that sends the request to a sandbox of its own. */
export function vitestOf(one: WholeExchange): string {
  const { method, path, target = path, principal, request, status, refused } = one;
  const body = bodyText(request?.body);
  const headers = [
    ...(principal === null || principal === undefined
      ? []
      : [`      Authorization: \`Bearer \${await sandbox.token('${principal}')}\`,`]),
    ...meantHeaders(one).map(([name, value]) => `      ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  return `import { startSandbox } from 'touchstone';
import { expect, test } from 'vitest';

test(${JSON.stringify(`${method} ${path} answers ${status}${refused === null ? '' : ` ${refused.code}`}`)}, async () => {
  await using sandbox = await startSandbox();
  const answer = await fetch(\`\${sandbox.baseUrl}${target.replaceAll('`', '\\`').replaceAll('${', '\\${')}\`, {
    method: ${JSON.stringify(method)},
    headers: {
${headers.join('\n')}
    },${body === null ? '' : `\n    body: ${JSON.stringify(body)},`}
  });
  expect(answer.status).toBe(${status});${refused === null ? '' : `\n  expect((await answer.json()).error.code).toBe(${JSON.stringify(refused.code)});`}
});
`;
}
