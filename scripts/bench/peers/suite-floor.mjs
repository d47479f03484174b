/**
 * The least that could judge the same requests: undici sends them one by one, ajv holds each body to a schema. `node
 * suite-floor.mjs ORIGIN FILE`, where ORIGIN is that of suite-answers.mjs; prints requests a second of processor time.
 */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Pool } from 'undici';

const [, , origin = '', file = ''] = process.argv;
const requests = JSON.parse(readFileSync(file, 'utf8'));
const isObject = new Ajv().compile({
  type: 'object',
  properties: {
    error: { type: 'object', required: ['code', 'message'], properties: { code: { type: 'string' } } },
    items: { type: 'array', items: { type: 'object' } },
  },
});
const pool = new Pool(origin);
const before = process.cpuUsage();
let judged = 0;
for (const [number, { method, path, headers, body }] of requests.entries()) {
  try {
    const lines = [...namesAndValues(headers), 'x-number', `${number}`];
    const answer = await pool.request({ method, path, headers: lines, body });
    const text = await answer.body.text();
    if (String(answer.headers['content-type']).startsWith('application/json')) isObject(JSON.parse(text));
  } catch {
    // Some of the suite's requests are malformed on purpose.
  }
  judged += 1;
}
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ perSecond: (judged / (user + system)) * 1e6 }));
process.exit();

/**
 * undici keeps the headers of a request as names and values in turn, or as text.
 * @param {string | readonly string[]} headers
 */
function namesAndValues(headers) {
  if (typeof headers !== 'string') return headers.map(String);
  return headers
    .trim()
    .split('\r\n')
    .flatMap((line) => line.split(/: (.*)/s).slice(0, 2));
}
