import { describe, expect, test } from 'vitest';
import type { RecordedResponse } from './exchange.ts';
import type { ForeignRule } from './foreign.ts';
import { foreignIn } from './foreign.ts';
import { readAnswer } from './raw-answer.ts';

const read = (text: string, ended = false) => readAnswer(Buffer.from(text), ended);

describe('parses one HTTP response from raw bytes', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['with a Content-Length',                'HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\n{}',                                 false, 400, '{}'],
    ['in chunks',                            'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n', false, 200, 'abc'],
    ['ended by the close of the connection', 'HTTP/1.0 413 Too Large\r\n\r\nno',                                                        true,  413, 'no'],
    ['after a 100 Continue',                 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',                            false, 204, ''],
  ])('%s', (_, text, ended, status, body) => expect(read(text, ended)).toMatchObject({ status, body }));

  test.each([
    ['a head without its end', 'HTTP/1.1 200 OK\r\nContent-Le', false],
    ['a body shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}', true],
    ['chunks without the last one', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n', true],
    ['a body without length, connection open', 'HTTP/1.1 200 OK\r\n\r\nab', false],
    ['bytes that are not HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', true],
  ])('no response for %s', (_, text, ended) => expect(read(text, ended)).toBeUndefined());

  test('header lines keep order, spelling and duplicates', () => {
    const answer = read('HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a:  2 \r\nContent-Length: 0\r\n\r\n');
    expect(answer?.headers.slice(0, 2)).toEqual([
      ['X-A', '1'],
      ['x-a', '2'],
    ]);
  });
});

describe('whose an answer is', () => {
  const USUAL: ForeignRule = { isDisturbed: false, areBareOnesOwn: false, isRaw: false };
  const DISTURBED: ForeignRule = { ...USUAL, isDisturbed: true };
  const answered = (status: number, type: string, body = 'words', headers: RecordedResponse['headers'] = []) => ({
    request: { method: 'GET', path: '/orders', headers: [], body: null },
    response: { status, headers: [['Content-Type', type], ...headers] as RecordedResponse['headers'], body },
  });
  const page = '<html></html>';

  test.each<[string, ReturnType<typeof answered>, ForeignRule, string | undefined]>([
    [
      'an HTML page of a proxy is foreign',
      answered(502, 'text/html', page, [['Server', 'nginx']]),
      USUAL,
      '502 text/html, server nginx',
    ],
    ['a 503 without envelope is foreign', answered(503, 'text/plain'), USUAL, '503 text/plain'],
    ['a redirect is foreign', answered(302, 'text/html', ''), USUAL, '302 empty'],
    [
      "a response with X-Request-Id is the member's",
      answered(503, 'text/plain', 'words', [['X-Request-Id', 'r-1']]),
      USUAL,
      undefined,
    ],
    [
      "JSON in capitals is the member's",
      answered(422, 'Application/JSON; charset="UTF-8"', '{"message":"no"}'),
      USUAL,
      undefined,
    ],
    [
      "a refusal with the envelope is the member's",
      answered(404, 'application/json', '{"error":{"code":"NOT_FOUND"}}'),
      USUAL,
      undefined,
    ],
    [
      "a web server's refusal of raw bytes is the member's",
      answered(400, 'text/plain'),
      { ...USUAL, isRaw: true },
      undefined,
    ],
    [
      "a refusal without envelope is the member's if all its refusals are",
      answered(404, 'text/plain'),
      { ...USUAL, areBareOnesOwn: true },
      undefined,
    ],
    // The session deployed an older member or crashed one, so the target's contract does not apply to its responses.
    [
      "a 503 without envelope in a disturbed session is the member's",
      answered(503, 'text/plain'),
      DISTURBED,
      undefined,
    ],
    ['an HTML page in a disturbed session is foreign', answered(502, 'text/html', page), DISTURBED, '502 text/html'],
  ])('%s', (_, answer, rule, foreign) => expect(foreignIn(answer, rule)).toBe(foreign));
});
