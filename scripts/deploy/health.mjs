/**
 * The health check of a container: `node health.mjs [URL]` asks a process for its health. Status 0: it is ready, or stands by;
 * 1: neither, and one line says why. The caller bounds its time, as engines do.
 */
const url = process.argv[2] ?? 'http://127.0.0.1:4011/health';

try {
  const answer = await fetch(url);
  const { role, why } = /** @type {{ role?: string, why?: string }} */ (await answer.json());
  // A process that stands by does what it is there for, and is not ready.
  if (!answer.ok && role !== 'standby') fail(why ?? `status ${answer.status}`);
} catch (error) {
  fail(error instanceof Error ? String(error.cause ?? error.message) : String(error));
}

/** @param {string} why */
function fail(why) {
  console.log(`not healthy: ${url}: ${why}`);
  process.exitCode = 1;
}
