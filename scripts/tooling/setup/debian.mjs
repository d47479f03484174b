import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's own programs and libraries that some tests are run with. Where one cannot be had, those tests say so and are skipped. */
const PROGRAMS = [
  { path: '/usr/bin/chromium', name: 'chromium', tests: 'tests of pages' },
  { path: '/usr/lib/python3/dist-packages/httpx', name: 'python3-httpx', tests: 'tests of the Python client' },
  {
    path: '/usr/lib/python3/dist-packages/websockets',
    name: 'python3-websockets',
    tests: 'tests of the Python client',
  },
  {
    path: '/usr/lib/python3/dist-packages/prometheus_client',
    name: 'python3-prometheus-client',
    tests: 'tests of metrics by a strict parser',
  },
  { path: '/usr/sbin/nginx', name: 'nginx', tests: 'tests behind nginx', isService: true },
  { path: '/usr/sbin/nats-server', name: 'nats-server', tests: 'tests on NATS JetStream', isService: true },
  // Where systemd runs, it is there.
  { path: '/usr/bin/systemd-analyze', name: 'systemd', tests: 'tests of systemd units' },
];

export function bringPrograms() {
  for (const program of PROGRAMS.filter(({ path }) => !existsSync(path))) {
    const why = bring(program);
    if (why === undefined) continue;
    process.stderr.write(`touchstone: ${program.tests} will be skipped, for they need ${program.path}: ${why}\n`);
  }
}

/**
 * Why it is not there; undefined: it is.
 * @param {{ name: string, tests: string, isService?: boolean }} program
 */
function bring({ name, tests, isService }) {
  const lacks = 'it is not installed, and';
  if (process.getuid?.() !== 0) return `${lacks} only root may install it: apt-get install ${name}`;
  if (!existsSync('/usr/bin/apt-get')) return `${lacks} there is no apt-get to install it by`;
  // Debian starts what it installs as a service: that is not for tests to do on anybody's machine.
  if (isService && existsSync('/run/systemd/system')) return `${lacks} would be started: apt-get install ${name}`;
  process.stderr.write(`touchstone: setting up: apt-get install ${name} (once, for ${tests}) ...\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=30', '-qq'];
  for (const args of [
    [...patience, 'update'],
    [...patience, '-y', '--no-install-recommends', 'install', name],
  ]) {
    const run = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (run.status === 0) continue;
    const said = (run.stderr || String(run.error ?? '')).trim().split('\n').at(-1);
    return `apt-get ${args.at(-1)} failed: ${said}`;
  }
  return undefined;
}
