/** Allowed differences of HTTP and JSON: spelling, framing, additional headers, delays. */
import {
  changeJson,
  changeResponse,
  changeText,
  everyObject,
  type HttpResponse,
  headerOf,
  isObject,
  isPublished,
  jsonOf,
  type Layer,
  withHeader,
  withoutHeaders,
} from '../layer.ts';
import { variation } from '../variation.ts';

const named = (spell: (name: string) => string): Layer =>
  changeResponse((answer) => ({
    ...answer,
    headers: answer.headers.map(([name, value]) => [spell(name), value] as const),
  }));

const sentWith = (wire: NonNullable<HttpResponse['wire']>): Layer => changeResponse((answer) => ({ ...answer, wire: { ...answer.wire, ...wire } }));

const withMediaType = (type: string, when: (answer: HttpResponse) => boolean = () => true): Layer =>
  changeResponse((answer, request) =>
    isPublished(request) || jsonOf(answer) === undefined || !when(answer) ? answer : withHeader(answer, 'Content-Type', type),
  );

/** Changes the text of a JSON body, but not its value. */
const withText = (spell: (value: unknown) => string): Layer => changeResponse(changeText((json) => json, spell));

/** JSON text with its letters escaped; existing escapes stay. */
const escaped = (text: string): string =>
  text.replaceAll(/\\u[0-9a-f]{4}|\\.|[A-Za-z/]/g, (char) => (char.startsWith('\\') ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`));

/** Maximum number of cached strings: names and states repeat. */
const KNOWN_STRINGS = 2_000;
const known = new Map<string, string>();

function inEscapesOnce(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= KNOWN_STRINGS) known.clear();
  const spelling = escaped(JSON.stringify(text));
  known.set(text, spelling);
  return spelling;
}

/** Escapes every string and every name. */
export function inEscapes(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inEscapes).join(' ,\n')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, one]) => `${inEscapes(name)} :\t${inEscapes(one)}`);
    return `{${members.join(',')}}`;
  }
  return typeof value === 'string' ? inEscapesOnce(value) : JSON.stringify(value);
}

/** The JSON value with the members of every object in reverse order. */
export const backwards = (value: unknown): unknown => everyObject(value, (object) => Object.fromEntries(Object.entries(object).reverse()));

const withDateShifted = (ms: number): Layer =>
  changeResponse((answer) => {
    const date = headerOf(answer, 'date');
    return date === undefined ? answer : withHeader(answer, 'Date', new Date(Date.parse(date) + ms).toUTCString());
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

/** Variations of HTTP and JSON. */
export const HTTP_AND_JSON_VARIATIONS = [
  variation('lower-case-headers', [], 'Header names are in lower case.', () => named((name) => name.toLowerCase())),
  variation('upper-case-headers', [], 'Header names are in upper case.', () => named((name) => name.toUpperCase())),
  variation('headers-ending-in-upper-case-id', [], 'Header names end in `-ID`.', () => named((name) => name.replace(/-Id$/i, '-ID'))),
  variation('further-headers', [], 'Every answer has further headers and cookies.', () =>
    changeResponse((answer) => ({ ...answer, headers: [...answer.headers, ...FURTHER] })),
  ),
  variation('further-etags', [], 'Answers without a version have an ETag too.', () =>
    changeResponse((answer, { method, path }) =>
      // Balances must have none (BAL-04).
      method === 'GET' && !path.startsWith('/account-balances') && answer.status === 200 && headerOf(answer, 'etag') === undefined
        ? withHeader(answer, 'ETag', `"${answer.body.length}"`)
        : answer,
    ),
  ),
  variation('json-with-white-space', [], 'JSON bodies hold white space.', () => withText((value) => `\r\n${JSON.stringify(value, null, 4)}\n\n`)),
  variation('json-in-escapes', [], 'Every string of a JSON body is written in escapes.', () => withText(inEscapes)),
  variation('json-members-in-other-order', [], 'The members of JSON objects have another order.', () => changeJson(backwards)),
  variation('chunked-bodies', [], 'Bodies are sent in chunks of seven bytes, or in a thousand chunks.', () => sentWith({ chunkBytes: 7 })),
  variation('one-chunk-bodies', [], 'Bodies are sent in one chunk.', () => sentWith({ chunkBytes: 1_000_000 })),
  variation('connection-close', [], 'Every connection closes after its answer.', () => sentWith({ close: true })),
  variation('early-hints', [], 'A 103 precedes every answer.', () => sentWith({ earlyHints: true })),
  variation('other-reason-phrases', [], 'Status lines have other reason phrases.', () => sentWith({ reason: 'As You Like It' })),
  variation('jitter', [], 'Some answers are delayed by a few milliseconds.', () => {
    let n = 0;
    return changeResponse((answer) => {
      n += 1;
      return n % 9 === 0 ? { ...answer, wire: { ...answer.wire, delayMs: (n * 7) % 12 } } : answer;
    });
  }),
  variation('date-ahead', [], 'The Date header is four seconds ahead.', () => withDateShifted(4_000)),
  variation('date-behind', [], 'The Date header is four seconds behind.', () => withDateShifted(-4_000)),
  variation('no-date', [], 'Answers have no Date header.', () => changeResponse((answer) => withoutHeaders(answer, 'Date'))),
  variation('json-without-charset', [], 'Content-Type is `application/json`.', () => withMediaType('application/json')),
  variation('json-with-upper-case-charset', [], 'Content-Type is `application/json;charset=UTF-8`.', () => withMediaType('application/json;charset=UTF-8')),
  variation('problem-json', [], 'Refusals have the media type application/problem+json.', () =>
    withMediaType('application/problem+json', ({ status }) => status >= 400),
  ),
] as const;
