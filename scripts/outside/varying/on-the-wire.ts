/** What HTTP and JSON leave free: spelling, framing, further headers, time on the way. */
import {
  everyObject,
  having,
  headerOf,
  isObject,
  isPublished,
  jsonOf,
  type Layer,
  type Told,
  told,
  toldJson,
  without,
} from '../proxy/telling.ts';
import { variation } from './variation.ts';

const named = (spell: (name: string) => string): Layer =>
  told((answer) => ({ ...answer, headers: answer.headers.map(([name, value]) => [spell(name), value] as const) }));

const wired = (wire: NonNullable<Told['wire']>): Layer =>
  told((answer) => ({ ...answer, wire: { ...answer.wire, ...wire } }));

const typed = (type: string, when: (answer: Told) => boolean = () => true): Layer =>
  told((answer, asked) =>
    isPublished(asked) || jsonOf(answer) === undefined || !when(answer) ? answer : having(answer, 'Content-Type', type),
  );

/** The text of a JSON body otherwise; its value as it was. */
const spelt = (spell: (value: unknown) => string): Layer =>
  told((answer) => {
    const json = jsonOf(answer);
    return json === undefined ? answer : { ...answer, body: spell(json) };
  });

/** JSON text whose letters are escapes; what is one already stays. */
const escaped = (text: string): string =>
  text.replaceAll(/\\u[0-9a-f]{4}|\\.|[A-Za-z/]/g, (char) =>
    char.startsWith('\\') ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Every string and every name in escapes. */
export function inEscapes(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inEscapes).join(' ,\n')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, one]) => `${inEscapes(name)} :\t${inEscapes(one)}`);
    return `{${members.join(',')}}`;
  }
  return typeof value === 'string' ? escaped(JSON.stringify(value)) : JSON.stringify(value);
}

export const backwards = (value: unknown): unknown =>
  everyObject(value, (object) => Object.fromEntries(Object.entries(object).reverse()));

const dated = (ms: number): Layer =>
  told((answer) => {
    const date = headerOf(answer, 'date');
    return date === undefined ? answer : having(answer, 'Date', new Date(Date.parse(date) + ms).toUTCString());
  });

const FURTHER = [
  ['Server', 'edge'],
  ['Via', '1.1 edge'],
  ['Vary', 'Authorization, Accept'],
  ['Set-Cookie', 'lane=7; Path=/; HttpOnly'],
  ['Set-Cookie', 'stick=b; Path=/'],
  ['Cache-Control', 'private, no-store'],
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['X-Service-Member', 'm7'],
  ['X-Service-Cell', 'b'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ['RateLimit', '"default";r=50;t=30'],
] as const;

export const ON_THE_WIRE = [
  variation('header names in lower case', () => named((name) => name.toLowerCase())),
  variation('header names in upper case', () => named((name) => name.toUpperCase())),
  variation('header names spelt X-Request-ID', () => named((name) => name.replace(/-Id$/i, '-ID'))),
  variation('further headers on every answer', () =>
    told((answer) => ({ ...answer, headers: [...answer.headers, ...FURTHER] })),
  ),
  variation('an ETag on what states none', () =>
    told((answer, { method, path }) =>
      // Balances are said to have none (BAL-04).
      method === 'GET' &&
      !path.startsWith('/account-balances') &&
      answer.status === 200 &&
      headerOf(answer, 'etag') === undefined
        ? having(answer, 'ETag', `"${answer.body.length}"`)
        : answer,
    ),
  ),
  variation('JSON with white space', () => spelt((value) => `\r\n${JSON.stringify(value, null, 4)}\n\n`)),
  variation('JSON in escapes', () => spelt(inEscapes)),
  variation('members of JSON objects in another order', () => toldJson(backwards)),
  variation('bodies in chunks', () => wired({ chunkBytes: 7 })),
  variation('bodies in one chunk', () => wired({ chunkBytes: 1_000_000 })),
  variation('every connection closed after its answer', () => wired({ close: true })),
  variation('an informational answer first', () => wired({ earlyHints: true })),
  variation('other reason phrases', () => wired({ reason: 'As You Like It' })),
  variation('time on the way, now more now less', () => {
    let n = 0;
    return told((answer) => {
      n += 1;
      return n % 9 === 0 ? { ...answer, wire: { ...answer.wire, delayMs: (n * 7) % 12 } } : answer;
    });
  }),
  variation('Date some seconds ahead', () => dated(4_000)),
  variation('Date some seconds behind', () => dated(-4_000)),
  variation('no Date', () => told((answer) => without(answer, 'Date'))),
  variation('application/json without a charset', () => typed('application/json')),
  variation('application/json;charset=UTF-8', () => typed('application/json;charset=UTF-8')),
  variation('refusals as application/problem+json', () =>
    typed('application/problem+json', ({ status }) => status >= 400),
  ),
] as const;
