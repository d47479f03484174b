import { expect, test } from 'vitest';
import { ForeignLedger } from '../exchange/foreign-ledger.ts';
import type { Session } from '../session.ts';
import type { Profile } from './profile.ts';
import { reach } from './reach.ts';

/** A target that does not respond. */
function failing(failure: string): Session {
  const anonymous = { get: async () => ({ response: null, failure }) };
  return { anonymous, actors: new Map() } as unknown as Session;
}

const profile = (baseUrl: string, tls?: object) => ({ baseUrl, principals: {}, ...(tls && { tls }) }) as Profile;
const OWN = { cert: 'client.pem', key: 'client.key' };

test.each<[string, Profile, string, RegExp]>([
  [
    'without a certificate',
    profile('https://gw'),
    'reset',
    /: reset; if it asks .*, name one in tls\.cert and tls\.key$/,
  ],
  [
    'with a certificate',
    profile('https://gw', OWN),
    'reset',
    /: reset; if it asks for a client certificate, mend tls\.cert$/,
  ],
  ['on a connection without TLS', profile('http://gw'), 'reset', /does not answer: reset$/],
  ['after a timeout', profile('https://gw'), 'timeout', /does not answer: timeout$/],
])('a connection that is closed without a response, %s', async (_, its, failure, words) => {
  await expect(reach(its, failing(failure), new ForeignLedger())).rejects.toThrow(words);
});
