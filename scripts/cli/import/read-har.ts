/** Reads a HAR to traffic. Static assets, preflights and other origins are left out, and counted. */
import type { z } from 'zod';
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import type { TrafficReader } from '../../../scenarios/index.ts';
import { UsageError } from '../usage-error.ts';
import { type Base, baseOf, originOf } from './base-of.ts';
import { isBelow, isOfPage, isTokenRequest, type Placed, withoutTwins } from './har-entries.ts';
import { inOrder } from './har-events.ts';
import { type HarEntry, harEntry, harFile } from './har-shape.ts';

/** More requests are no incident. */
const MOST_ENTRIES = 2_000;
/** Characters of all bodies of the gateway's entries: a scenario is read by people. */
const MOST_TEXT = 16_000_000;
const MOST_MESSAGES = 20_000;

export interface HarOptions {
  readonly baseUrl?: string | undefined;
  readonly profile?: Profile | undefined;
}

export interface ReadHar {
  /** Sentences: what was left out, and what could not be read. */
  readonly notes: readonly string[];
  /** No entry has an Authorization header: the export left them out. */
  readonly isSanitised: boolean;
  /** Puts the entries into a reader, in order. */
  into(reader: TrafficReader): void;
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is wrong'}`;
}

/** @throws UsageError for a file that is no HAR, or has nothing of a gateway */
export function readHar(value: unknown, file: string, options: HarOptions): ReadHar {
  const parsed = harFile.safeParse(value);
  if (!parsed.success) throw new UsageError(`import ${file}: it is no HAR (${firstIssue(parsed.error)})`);
  const notes: string[] = [];
  const placed = parsed.data.log.entries.flatMap((entry, i): readonly Placed[] => {
    const where = `entry ${i + 1}`;
    const read = harEntry.safeParse(entry);
    if (!read.success) {
      notes.push(`${where}: it is no entry of a HAR (${firstIssue(read.error)})`);
      return [];
    }
    if (URL.canParse(read.data.request.url)) return [{ entry: read.data, url: new URL(read.data.request.url), where }];
    notes.push(`${where}: its URL is not valid`);
    return [];
  });
  const base = chosenBase(placed, file, options);
  const tokens = placed.filter(isTokenRequest);
  const control = placed.filter((one) => !tokens.includes(one) && isBelow(one.url, controlOf(options)));
  const rest = placed.filter((one) => !tokens.includes(one) && !control.includes(one));
  const own = rest.filter(({ url }) => isBelow(url, base));
  const requests = own.filter((one) => !isOfPage(one, base) && one.entry.request.method !== 'OPTIONS');
  const wanted = withoutTwins(requests);
  const messages = wanted.reduce((sum, { entry }) => sum + (entry._webSocketMessages?.length ?? 0), 0);
  if (wanted.length > MOST_ENTRIES || messages > MOST_MESSAGES) {
    const [count, what, most] =
      wanted.length > MOST_ENTRIES
        ? [wanted.length, 'requests', MOST_ENTRIES]
        : [messages, 'messages of sockets', MOST_MESSAGES];
    throw new UsageError(
      `import ${file}: it has ${count} ${what}, and ${most} are the most; export the part with the incident`,
    );
  }
  const length = wanted.reduce((sum, { entry }) => sum + textLength(entry), 0);
  if (length > MOST_TEXT) {
    const [mb, most] = [Math.ceil(length / 1_000_000), MOST_TEXT / 1_000_000];
    throw new UsageError(
      `import ${file}: its bodies have ${mb} MB, and ${most} are the most; export the part with the incident`,
    );
  }
  if (wanted.length === 0) {
    throw new UsageError(
      `import ${file}: no entry is a request to ${base.origin}${base.path}; --base-url names the gateway`,
    );
  }
  const preflights = own.filter(({ entry }) => entry.request.method === 'OPTIONS').length;
  notes.push(...leftOut(rest.length - own.length, own.length - requests.length - preflights, preflights));
  return {
    notes,
    isSanitised: wanted.every(({ entry }) => !entry.request.headers.some(([name]) => /^authorization$/i.test(name))),
    into: (reader) => {
      for (const event of inOrder({ wanted, tokens, control }, { base, control: controlOf(options) }, notes))
        event.put(reader);
    },
  };
}

function textLength({ request, response }: HarEntry): number {
  return (request.postData?.text?.length ?? 0) + (response.content?.text?.length ?? 0);
}

function leftOut(others: number, assets: number, preflights: number): readonly string[] {
  const parts = [
    [others, 'of other origins'],
    [assets, 'of pages'],
    [preflights, 'preflights'],
  ].filter(([count]) => count !== 0);
  return parts.length === 0 ? [] : [`left out: ${parts.map(([count, what]) => `${count} ${what}`).join(', ')}`];
}

function chosenBase(placed: readonly Placed[], file: string, { baseUrl, profile }: HarOptions): Base {
  const stated = baseUrl ?? profile?.baseUrl;
  if (stated !== undefined) {
    const url = new URL(stated);
    const base = { origin: originOf(url), path: url.pathname.replace(/(?<!\/)\/+$/, '') };
    if (baseUrl !== undefined || placed.some((one) => isBelow(one.url, base))) return base;
  }
  const found = baseOf(placed.map(({ url }) => url));
  if (found !== undefined) return found;
  throw new UsageError(`import ${file}: no entry is a request of the contract; --base-url names the gateway`);
}

function controlOf({ profile }: HarOptions): Base | undefined {
  if (profile?.control === undefined) return undefined;
  const url = new URL(profile.control);
  return { origin: originOf(url), path: url.pathname.replace(/(?<!\/)\/+$/, '') };
}
