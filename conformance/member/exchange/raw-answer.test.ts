import { describe, expect, test } from 'vitest';
import { readAnswer } from './raw-answer.ts';

const read = (text: string, ended = false) => readAnswer(Buffer.from(text), ended);

describe('parses one HTTP response from raw bytes', () => {
  test.each([
    ['with a Content-Length', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\n{}', false, 400, '{}'],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n',
      false,
      200,
      'abc',
    ],
    ['ended by the close of the connection', 'HTTP/1.0 413 Too Large\r\n\r\nno', true, 413, 'no'],
    ['after a 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n', false, 204, ''],
  ])('%s', (_, text, ended, status, body) => {
    expect(read(text, ended)).toMatchObject({ status, body });
  });

  test.each([
    ['a head without its end', 'HTTP/1.1 200 OK\r\nContent-Le', false],
    ['a body shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}', true],
    ['chunks without the last one', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n', true],
    ['a body without length, connection open', 'HTTP/1.1 200 OK\r\n\r\nab', false],
    ['bytes that are not HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', true],
  ])('no response for %s', (_, text, ended) => {
    expect(read(text, ended)).toBeUndefined();
  });

  test('header lines keep order, spelling and duplicates', () => {
    const answer = read('HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a:  2 \r\nContent-Length: 0\r\n\r\n');
    expect(answer?.headers.slice(0, 2)).toEqual([
      ['X-A', '1'],
      ['x-a', '2'],
    ]);
  });
});
