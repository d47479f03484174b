import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ProfileProblem } from '../profile/read-profile.ts';
import { AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from '../testing/sample-certificates.ts';
import { allWays, profileOfTarget, reached, startTarget } from '../testing/sample-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-ca-'));
writeFileSync(join(folder, 'ca.pem'), AUTHORITY);
writeFileSync(join(folder, 'empty.pem'), '');
const target = await startTarget({ cert: SERVER_CERTIFICATE, key: SERVER_KEY });

afterAll(() => {
  target.close();
  rmSync(folder, { recursive: true });
});

test('requests, the token endpoint, raw bytes and sockets trust tls.ca', async () => {
  expect(await allWays(await reached(target, { tls: { ca: 'ca.pem' }, folder }))).toEqual([200, 200, true]);
});

test('without tls.ca the error names the key', async () => {
  await expect(reached(target)).rejects.toThrow(/certificate not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\).*tls\.ca/);
});

test.each([
  ['a missing file', 'none.pem', /tls\.ca: none\.pem cannot be read \(ENOENT\)/],
  ['a file without a certificate', 'empty.pem', /tls\.ca: empty\.pem holds no certificate/],
])('%s is refused with its place', (_, ca, words) => {
  const read = () => profileOfTarget(target, { tls: { ca }, folder });
  expect(read).toThrow(ProfileProblem);
  expect(read).toThrow(words);
});
