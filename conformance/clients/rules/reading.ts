/** Rules of reading: what is unknown is tolerated, numbers keep their digits, pages are walked to the end. */
import type { Call, Start } from '../history.ts';
import {
  brokenBy,
  carriesOn,
  isEndedByUs,
  isWrite,
  laterText,
  nameOf,
  receivedText,
  refusalOf,
  rowOf,
  wantOf,
} from '../reading.ts';
import type { ClientRule, Moment } from '../rule.ts';
import { cursorsOf, walksOf } from '../walks.ts';
import { keysFor, wantedTimes } from '../wanted.ts';

/** Numbers past 2^53 in what a client read, as text. */
const LONG_NUMBER = /(?<![0-9.])[0-9]{16,19}(?![0-9.])/g;
/** Pages with one cursor past this many are a loop. */
const MOST_OF_A_CURSOR = 2;

/** A value that a binary float of this one would print. */
function rounded(digits: string): string {
  return `${Number(digits)}`;
}

const MONEY: readonly string[] = [
  'price',
  'qty',
  'maxOrderQty',
  'maxOrderNotional',
  'maxTicketAmount',
  'approvalThresholdAmount',
  'reconciliationToleranceAmount',
  'minTransferAmount',
  'maxTransferAmount',
];

/** The money of a body or of an op, by the names of its members; values are as sent. */
function moneyOf({ kind, body }: Call): readonly (readonly [name: string, value: unknown])[] {
  const row = rowOf(body);
  const members = kind === 'op' ? rowOf(JSON.stringify(row?.['params'] ?? {})) : row;
  return Object.entries(members ?? {}).filter(([name, value]) => MONEY.includes(name) && value !== null);
}

/** Why a value looks as if it had been a binary float; undefined: it does not. */
function floatMark(value: unknown): string | undefined {
  if (typeof value === 'number') return 'is a JSON number';
  if (typeof value !== 'string') return undefined;
  if (/e[+-]?[0-9]+$/i.test(value)) return 'is in exponent form';
  const digits = value.replace(/^-?0*\.?0*/, '');
  return value.includes('.') && digits.length >= LEAST_OF_A_FLOAT && /(?:000000[1-9]|999999[0-9])$/.test(digits)
    ? 'has the rounding of a binary float'
    : undefined;
}

/** A binary float is printed with 17 digits at most; its rounding shows in the last of them. */
const LEAST_OF_A_FLOAT = 15;

/** All that a client read and sent, in order: the numbers past 2^53 of each. */
function longNumbers({
  calls,
  frames,
}: Start): readonly { readonly call?: Call; readonly read: string; readonly n: number }[] {
  return [
    ...calls.map((call) => ({ call, read: call.received?.body ?? '', n: call.n })),
    ...frames.map(({ text, n }) => ({ read: text, n })),
  ].sort((one, other) => one.n - other.n);
}

const positionOf = ({ received }: Call): bigint => BigInt(received?.headers['x-service-global-sequence'] ?? 0);

export const READING_RULES: readonly ClientRule[] = [
  {
    id: 'CLI-20',
    area: 'reading',
    severity: 'must',
    from: 'VER-05',
    says: 'Unknown members, statuses, capabilities and topics in answers are tolerated.',
    by: ['further-members', 'other-states', 'further-capability'],
    judge: (start, first) => carriesOn(['further-members', 'other-states', 'further-capability'], start, first),
  },
  {
    id: 'CLI-21',
    area: 'reading',
    severity: 'should',
    from: 'Error envelope: tolerate unknown codes',
    says: 'A refusal with an unknown code is judged by its status and retryable: it is tried again if it may be.',
    after: ['CLI-03'],
    by: ['unknown-code'],
    judge(start) {
      const met = start.calls.filter((call) => isWrite(call) && refusalOf(call.received)?.code === 'NOT_A_KNOWN_CODE');
      const again = (call: Call): boolean =>
        start.calls.some((one) => one.n > call.n && isWrite(one) && wantOf(one) === wantOf(call));
      const broken = isEndedByUs(start) ? [] : met.filter((call) => !again(call));
      return {
        cases: met.length,
        broken: broken.map((call) => ({
          text: `${receivedText(call)} with retryable true; the client did not try it again`,
          at: [call.n],
        })),
      };
    },
  },
  {
    id: 'CLI-22',
    area: 'reading',
    severity: 'must',
    from: 'Events: unknown kinds',
    says: 'Frames of unknown events, and unknown members in frames, are tolerated.',
    by: ['further-frames'],
    judge: (start, first) =>
      first.frames.length === 0 ? { cases: 0, broken: [] } : carriesOn(['further-frames'], start, first),
  },
  {
    id: 'CLI-23',
    area: 'reading',
    severity: 'must',
    from: 'Ids: int64 as decimal strings',
    says: 'Ids and positions past 2^53 come back with the digits with which they went.',
    by: [],
    judge(start) {
      let cases = 0;
      const broken: Moment[] = [];
      /** By what a binary float makes of them. */
      const read = new Map<string, Set<string>>();
      for (const { call, read: text } of longNumbers(start)) {
        const sent = call === undefined || call.kind === 'token' ? '' : `${call.path} ${call.query} ${call.body}`;
        for (const digits of new Set(sent.match(LONG_NUMBER))) {
          const known = read.get(rounded(digits));
          if (known === undefined) continue;
          cases += 1;
          if (known.has(digits) || call === undefined) continue;
          const [was] = known;
          broken.push({
            text: `the client read ${was} and sent ${digits} in ${nameOf(call)}: the number went through a binary float`,
            at: [call.n],
          });
        }
        for (const digits of text.match(LONG_NUMBER) ?? [])
          read.set(rounded(digits), (read.get(rounded(digits)) ?? new Set()).add(digits));
      }
      return { cases, broken };
    },
  },
  {
    id: 'CLI-24',
    area: 'reading',
    severity: 'must',
    from: 'MON-01',
    since: '0.4.1',
    says: 'Money is a decimal string from end to end, never a binary float.',
    by: [],
    judge(start) {
      const sent = start.calls.flatMap((call) => moneyOf(call).map(([name, value]) => ({ call, name, value })));
      const broken = sent.flatMap(({ call, name, value }): readonly Moment[] => {
        const mark = floatMark(value);
        return mark === undefined
          ? []
          : [{ text: `${name} ${String(value)} of ${nameOf(call)} ${mark}`, at: [call.n] }];
      });
      return { cases: sent.length, broken };
    },
  },
  {
    id: 'CLI-25',
    area: 'reading',
    severity: 'should',
    from: 'Paging: a finished walk',
    says: 'A walk that follows a cursor follows them to the end, also while rows are added.',
    by: ['rows-added', 'answer-lost'],
    judge(start) {
      const walks = walksOf(start).filter(({ length }) => length > 1);
      const broken = walks.filter((walk) => {
        const next = rowOf(walk.at(-1)?.received?.body ?? '')?.['nextCursor'];
        // Two walks at once share their cursors.
        const isAsked = start.calls.some(
          ({ path, query }) => path === walk[0]?.path && new URLSearchParams(query).get('cursor') === next,
        );
        return typeof next === 'string' && !isAsked && isForward(walk);
      });
      return {
        cases: walks.length,
        broken: broken.map((walk) => ({
          text: `the client read ${walk.length} pages of ${walk[0]?.path} and stopped, although the last one has a nextCursor`,
          at: walk.map(({ n }) => n),
        })),
      };
    },
  },
  {
    id: 'CLI-26',
    area: 'reading',
    severity: 'must',
    from: 'paging without end',
    says: 'A walk ends at a cursor that comes again.',
    by: ['cursor-repeats'],
    judge(start) {
      const asked = start.calls.filter(
        ({ kind, query }) => kind === 'http' && new URLSearchParams(query).has('cursor'),
      );
      const repeated = start.calls.filter((call) =>
        cursorsOf(call)
          .slice(0, 1)
          .some((next) => new URLSearchParams(call.query).get('cursor') === next),
      );
      // Each walk from the start may meet the cursor, and ask for it twice.
      const walks = (path: string): number =>
        start.calls.filter(
          (call) => call.kind === 'http' && call.path === path && !new URLSearchParams(call.query).has('cursor'),
        ).length;
      const broken = repeated.filter(
        (call) =>
          asked.filter(({ path, query }) => path === call.path && query === call.query).length >
          MOST_OF_A_CURSOR * Math.max(1, walks(call.path)),
      );
      const [call] = broken;
      if (call === undefined) return { cases: repeated.length > 0 ? 1 : 0, broken: [] };
      return {
        cases: 1,
        broken: [
          {
            text: `a page of ${call.path} has its own cursor as nextCursor; the client asked for it ${asked.filter(({ query }) => query === call.query).length} times`,
            at: [call.n],
          },
        ],
      };
    },
  },
  {
    id: 'CLI-27',
    area: 'reading',
    severity: 'must',
    from: 'Paging: the same filters',
    says: 'A cursor is sent with the filters of the page that gave it.',
    by: [],
    judge(start) {
      const pairs = start.calls.flatMap((call): readonly (readonly [Call, Call])[] => {
        const cursor = new URLSearchParams(call.query).get('cursor');
        const from =
          cursor === null || call.kind !== 'http'
            ? undefined
            : start.calls.findLast((one) => one.n < call.n && cursorsOf(one).includes(cursor));
        return from === undefined ? [] : [[from, call]];
      });
      const broken = pairs.filter(([from, call]) => from.path !== call.path || filtersOf(from) !== filtersOf(call));
      return brokenBy(
        pairs.length,
        broken,
        (call) => `sent its cursor to ${call.path} with ${filtersOf(call) || 'no filter'} in place of the same filters`,
      );
    },
  },
  {
    id: 'CLI-28',
    area: 'reading',
    severity: 'must',
    from: 'POS-08',
    says: 'A read that is older than a write is not taken for the loss of the write.',
    by: ['stale-read'],
    judge(start) {
      const pairs = start.calls.flatMap((write): readonly (readonly [Call, Call])[] => {
        if (!isWrite(write) || (write.received?.status ?? 500) >= 300 || write.received?.status === 202) return [];
        const stale = start.calls.find(
          (read) =>
            read.n > write.n &&
            read.kind === 'http' &&
            read.method === 'GET' &&
            read.received !== null &&
            read.received.status < 500 &&
            positionOf(read) > 0n &&
            positionOf(read) < positionOf(write),
        );
        return stale === undefined ? [] : [[write, stale]];
      });
      const broken: Moment[] = [];
      const suspected: Moment[] = [];
      for (const [write, stale] of pairs) {
        const again = start.calls.find(
          (call) => call.n > stale.n && isWrite(call) && call.key !== write.key && wantOf(call) === wantOf(write),
        );
        if (again === undefined) continue;
        const text = `${nameOf(stale)} was older (position ${positionOf(stale)}) than the answer to ${nameOf(write)} (${positionOf(write)}); ${laterText(stale, again)} the client sent the same with key ${again.key}`;
        const wanted = wantedTimes(start, write);
        if (wanted !== undefined && keysFor(start, write) <= wanted) continue;
        (wanted === undefined ? suspected : broken).push({ text, at: [write.n, stale.n, again.n] });
      }
      return { cases: pairs.length, broken, suspected };
    },
  },
  {
    id: 'CLI-29',
    area: 'reading',
    severity: 'should',
    from: 'If-Match',
    says: 'A change of a row that was read has If-Match with its ETag.',
    after: ['CLI-30'],
    by: [],
    judge(start) {
      const pairs = start.calls.flatMap((put): readonly (readonly [Call, Call])[] => {
        const row = put.method === 'PUT' ? put.path.replace(/\/config$/, '') : undefined;
        const read =
          row === undefined
            ? undefined
            : start.calls.findLast(
                (call) =>
                  call.n < put.n &&
                  call.method === 'GET' &&
                  call.path === row &&
                  call.received?.headers['etag'] !== undefined,
              );
        return read === undefined ? [] : [[read, put]];
      });
      const broken = pairs.filter(([, put]) => (put.headers['if-match'] ?? '*') === '*');
      return brokenBy(pairs.length, broken, (put) => `sent ${nameOf(put)} without If-Match`);
    },
  },
  {
    id: 'CLI-30',
    area: 'reading',
    severity: 'must',
    from: 'If-Match: 412',
    says: 'After a 412 the row is read again before it is changed; the change is not forced.',
    by: ['row-changed'],
    judge(start) {
      const stale = start.calls.filter((call) => call.kind === 'http' && call.received?.status === 412);
      const broken = stale.flatMap((met): readonly (readonly [Call, Call])[] => {
        const again = start.calls.find(
          (call) => call.n > met.n && call.method === met.method && call.path === met.path,
        );
        if (again === undefined) return [];
        const row = met.path.replace(/\/config$/, '');
        return start.calls.some(
          (call) => call.n > met.n && call.n < again.n && call.method === 'GET' && call.path.startsWith(row),
        )
          ? []
          : [[met, again]];
      });
      return brokenBy(
        stale.length,
        broken,
        (again) =>
          `sent it again ${again.headers['if-match'] === undefined ? 'without If-Match' : `with If-Match ${again.headers['if-match']}`}, and had not read the row`,
      );
    },
  },
  {
    id: 'CLI-31',
    area: 'reading',
    severity: 'must',
    from: 'Errors: 400, 404 and 405',
    says: 'Without trouble, no request is malformed, and none goes to an unknown route.',
    after: ['CLI-27', 'CLI-47'],
    by: [],
    judge(start) {
      if (start.kinds.length > 0) return { cases: 0, broken: [] };
      const sent = start.calls.filter(({ kind }) => kind !== 'token');
      const bad = sent.filter(({ kind, received }) => {
        const { code } = refusalOf(received) ?? {};
        if (kind === 'op') return code === 'MALFORMED' || code === 'UNKNOWN_OP' || code === 'UNKNOWN_TOPIC';
        return (
          received?.status === 400 ||
          received?.status === 405 ||
          (received?.status === 404 && code === 'ROUTE_NOT_FOUND')
        );
      });
      return {
        cases: sent.length,
        broken: bad.map((call) => ({
          text: `${receivedText(call)}: ${String((rowOf(call.received?.body ?? '')?.['error'] as { message?: unknown } | undefined)?.message ?? rowOf(call.received?.body ?? '')?.['message'] ?? '')}`,
          at: [call.n],
        })),
      };
    },
  },
];

function filtersOf({ query }: Call): string {
  const filters = [...new URLSearchParams(query)].filter(([name]) => !['cursor', 'limit', 'include'].includes(name));
  return filters
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
}

/** A walk by nextCursor; one that goes back ends where it began. */
function isForward(walk: readonly Call[]): boolean {
  const last = new URLSearchParams(walk.at(-1)?.query ?? '').get('cursor');
  return walk.some((page) => rowOf(page.received?.body ?? '')?.['nextCursor'] === last);
}
