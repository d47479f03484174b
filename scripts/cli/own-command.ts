/**
 * How a user of this copy types a command. In a clone `npx` prints npm's own warnings before each command where the
 * machine's Node is older than the package asks for; `npm run -s` prints none.
 */
export function ownCommand(url: string = import.meta.url): string {
  // A published package has no TypeScript sources.
  return url.endsWith('.ts') ? 'npm run -s touchstone --' : 'npx touchstone';
}
