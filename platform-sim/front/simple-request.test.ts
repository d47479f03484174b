import { expect, test } from 'vitest';
import { simpleRequest } from './simple-request.ts';

const HOST = 'Host: x\r\n';
const GET = `GET /orders?limit=1 HTTP/1.1\r\n${HOST}X-Request-Id: request-1\r\n\r\n`;
const POST = `POST /orders HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`;

test.each([
  ['without a body', GET, 'GET', '/orders?limit=1'],
  ['with a body', POST, 'POST', '/orders'],
])('a request %s is simple', (_, text, method, target) => {
  expect(simpleRequest(Buffer.from(text))).toMatchObject({ method, target });
});

test.each([
  ['half of a head', GET.slice(0, -2)],
  ['two requests', GET + GET],
  ['half of a body', POST.slice(0, -1)],
  ['more than its body', `${POST} `],
  ['two lengths', POST.replace('Content-Length: 2', 'Content-Length: 2\r\nContent-Length: 2')],
  ['a length that is none', POST.replace('Content-Length: 2', 'Content-Length: 2, 2')],
  ['a coded body', POST.replace('Content-Length: 2', 'Transfer-Encoding: chunked')],
  ['HTTP/1.0', GET.replace('HTTP/1.1', 'HTTP/1.0')],
  ['no host', GET.replace(HOST, '')],
  ['HEAD, whose answer has no body', GET.replace('GET', 'HEAD')],
  ['a connection that is to be closed', GET.replace(HOST, `${HOST}Connection: close\r\n`)],
  ['an expectation', GET.replace(HOST, `${HOST}Expect: 100-continue\r\n`)],
  ['a handshake', GET.replace(HOST, `${HOST}Upgrade: websocket\r\n`)],
  ['the header of a world', GET.replace(HOST, `${HOST}X-Touchstone-World: other\r\n`)],
  ['a folded line', GET.replace(HOST, `${HOST} folded\r\n`)],
  ['a bare line feed', GET.replace(HOST, 'Host: x\n')],
])('%s is not simple', (_, text) => {
  expect(simpleRequest(Buffer.from(text))).toBeUndefined();
});
