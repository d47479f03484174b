import { expect, test } from 'vitest';
import { FAILED, record, row } from '../../testing/sample-record.ts';
import { har } from './har.ts';

test('HAR has one entry for each exchange of evidence, including those without an answer', () => {
  const { log } = JSON.parse(har(record([row('test/good'), FAILED])));
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'touchstone', version: '0.0.0' } });
  expect(log.entries).toMatchObject([
    {
      startedDateTime: '2026-01-05T00:00:00.002Z',
      time: 1,
      request: {
        method: 'POST',
        url: 'http://h/orders?x=%41',
        queryString: [{ name: 'x', value: 'A' }],
        postData: { mimeType: 'application/json', text: '{"qty":"1"}' },
      },
      response: { status: 201, content: { text: '{}' } },
      comment: 'test/bad sent by trader',
    },
    { response: { status: 0, statusText: 'timeout' }, comment: 'test/bad lost by trader' },
  ]);
});
