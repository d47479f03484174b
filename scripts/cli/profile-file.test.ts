import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxProfile } from '../../platform-sim/hosting/profile.ts';
import { runningSandbox, writeProfile } from './profile-file.ts';
import { testFolder } from './testing/test-folder.ts';

const profile = { baseUrl: 'http://127.0.0.1:4010' };

const folder = testFolder();
const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe('a profile', () => {
  test.each(['new', 'existing'])('is a %s file that only its owner reads', async (which) => {
    const file = join(folder, 'profile.json');
    if (which === 'existing') writeFileSync(file, 'another', { mode: 0o644 });
    await writeProfile(file, profile, false);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(profile);
    expect(modeOf(file)).toBe(0o600);
  });

  test('goes to what is no file, such as /dev/null, and leaves its mode alone', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', ['-m', '644', pipe]);
    const [read] = await Promise.all([readFile(pipe, 'utf8'), writeProfile(pipe, profile, false)]);
    expect(JSON.parse(read)).toEqual(profile);
    expect(modeOf(pipe)).toBe(0o644);
  });
});

describe('the sandbox of a profile', () => {
  const principals = { trader: { clientId: 'trader', clientSecret: 'secret' } };
  const own = { principals } as unknown as SandboxProfile;

  // biome-ignore format: an aligned table
  test.each<[string, number, object, SandboxProfile | undefined, boolean]>([
    ['runs where its secret is accepted',      200, {},                     undefined, true],
    ['runs where a fault fails the endpoint',  503, {},                     undefined, true],
    ['is not the one that has its port now',   401, {},                     undefined, false],
    ['is not another program',                 404, {},                     undefined, false],
    ['is this one, started again',             200, {},                     own,       false],
    ['is none where nothing controls it',      200, { control: undefined }, undefined, false],
    ['is none where the file is another',      200, { principals: null },   undefined, false],
  ])('%s', async (_, status, change, itself, runs) => {
    const server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const file = join(folder, 'profile.json');
    const identity = { tokenEndpoint: `${at}/token` };
    writeFileSync(file, JSON.stringify({ baseUrl: 'http://its', control: at, identity, principals, ...change }));
    expect(await runningSandbox(file, itself)).toBe(runs ? 'http://its' : undefined);
  });
});
