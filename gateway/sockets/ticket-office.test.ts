import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SampleClock } from '../testing/sample-platform.ts';
import { createTicketOffice, type TicketOfficeOptions } from './ticket-office.ts';

const LIFE_MS = 10_000;
const CALLER = { externalOrgId: 'first-organisation', subject: 'trader@first' };
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function office(over: Partial<TicketOfficeOptions> = {}) {
  const clock = new SampleClock();
  let minted = 0;
  const ids = () => {
    minted += 1;
    return minted.toString(16).padStart(32, '0').slice(-24);
  };
  const key = Buffer.from('a ticket key');
  const made = createTicketOffice({ clock, lifeMs: LIFE_MS, key, member: 'm1', bootId: 'boot', ids, ...over });
  const nowS = Number(clock.nowNs() / 1_000_000_000n);
  return { ...made, clock, nowS, token: { ...CALLER, expiresAtS: nowS + 3_600 } };
}

/** Every other text that a lenient base64 decoder decodes to the same bytes, and some that it refuses. */
function spellings(ticket: string): readonly string[] {
  const last = BASE64URL.indexOf(ticket.at(-1) ?? 'A');
  const otherBits = [1, 2, 3, 4, 8, 16, 32].map((bits) => ticket.slice(0, -1) + BASE64URL[last ^ bits]);
  const escaped = ticket.replaceAll('-', '+').replaceAll('_', '/');
  const spaced = [`${ticket} `, ` ${ticket}`, `${ticket}\n`, `${ticket.slice(0, 9)} ${ticket.slice(9)}`, `${ticket}\0`];
  return [
    ...otherBits,
    ...spaced,
    `${ticket}=`,
    `${ticket}==`,
    `${ticket}A`,
    `${ticket}AAAA`,
    ...(escaped === ticket ? [] : [escaped]),
  ];
}

describe('a ticket', () => {
  test('carries the caller that it was minted for', () => {
    const { mint, present, token } = office();
    expect(present(mint(token).ticket)).toEqual({ token });
  });

  test('of a subject of any length is accepted: a first request registers it as it is', () => {
    const { mint, present, token } = office();
    const long = { ...token, subject: 'x'.repeat(16_000) };
    expect(present(mint(long).ticket)).toEqual({ token: long });
  });

  test.each([
    [3_600, LIFE_MS],
    [10, LIFE_MS],
    [9, 9_000],
    [1, 1_000],
  ])('of a token that lives %i s lives %i ms', (tokenS, lifeMs) => {
    const { mint, token, clock, nowS } = office();
    const { expiresAtNs } = mint({ ...token, expiresAtS: nowS + tokenS });
    expect(Number(expiresAtNs - clock.nowNs()) / 1e6).toBe(lifeMs);
  });

  test.each([
    [LIFE_MS - 1, false],
    [LIFE_MS, true],
    [LIFE_MS + 1, true],
  ])('presented after %i ms has expired: %s', (afterMs, hasExpired) => {
    const { mint, present, token, clock } = office();
    const { ticket } = mint(token);
    clock.advance(afterMs);
    expect(present(ticket)).toEqual(hasExpired ? { fault: 'expired' } : { token });
  });

  test('is spent by its own first presentation only', () => {
    const { mint, present, token } = office();
    const [one, other] = [mint(token).ticket, mint(token).ticket];
    expect([one, other, one, other].map((ticket) => Object.keys(present(ticket))[0])).toEqual([
      'token',
      'token',
      'fault',
      'fault',
    ]);
    expect(present(one)).toEqual({ fault: 'spent' });
  });

  test('stays spent until it has expired, for any number of other tickets', () => {
    const { mint, present, token, clock } = office();
    const spent: string[] = [];
    for (let second = 0; second < 25; second += 1) {
      spent.push(mint(token).ticket);
      expect(present(spent.at(-1) ?? '')).toHaveProperty('token');
      for (const ticket of spent) expect(present(ticket)).toHaveProperty('fault');
      clock.advance(1_000);
    }
  });

  test.each([
    ['another member', { member: 'm2' }],
    ['another start of the member', { bootId: 'another boot' }],
    ['another key', { key: Buffer.from('another key') }],
  ])('of %s does not open, and is not spent by the attempt', (_, over) => {
    const [mine, other] = [office(), office(over)];
    const { ticket } = mine.mint(mine.token);
    expect(other.present(ticket)).toEqual({ fault: 'not this member’s' });
    expect(mine.present(ticket)).toHaveProperty('token');
  });

  test('is not confused when two pairs of member and start concatenate to one name', () => {
    const [one, other] = [office({ member: 'm1', bootId: '2' }), office({ member: 'm', bootId: '12' })];
    expect(other.present(one.mint(one.token).ticket)).toHaveProperty('fault');
  });

  test('is safe in a URL, and shows nothing of its caller (TKT-11)', () => {
    const { mint, token } = office();
    const { ticket } = mint(token);
    expect(ticket).toMatch(/^[A-Za-z0-9_-]+$/);
    for (const encoding of ['base64url', 'base64', 'hex'] as const) {
      const bytes = Buffer.from(ticket, encoding).toString('latin1');
      expect(bytes).not.toMatch(/first|trader|18000/);
    }
  });
});

test('a ticket opens only in its own spelling, and no spelling of it opens it again (T45)', () => {
  const one = fc.record({
    org: fc.string({ minLength: 1 }),
    subject: fc.string({ minLength: 1 }),
    first: fc.nat(),
    turn: fc.nat(),
  });
  fc.assert(
    fc.property(one, ({ org, subject, first, turn }) => {
      const { mint, present, token } = office();
      const { ticket } = mint({ ...token, externalOrgId: org, subject });
      const all = [ticket, ...spellings(ticket)];
      const order = [
        ...all.slice(turn % all.length),
        ...all.slice(0, turn % all.length),
        all[first % all.length] ?? '',
      ];
      const opened = order.filter((text) => 'token' in present(text));
      expect(opened).toEqual([ticket]);
    }),
  );
});

test('a ticket with any change does not open, and is not spent by it (TKT-10)', () => {
  const { mint, present, token } = office();
  const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 63 }), cut: fc.nat({ max: 40 }) });
  fc.assert(
    fc.property(change, ({ at, to, cut }) => {
      const { ticket } = mint(token);
      const index = at % ticket.length;
      const changed = ticket.slice(0, index) + BASE64URL[to] + ticket.slice(index + 1);
      for (const text of [changed, ticket.slice(0, -cut), ticket.slice(cut)]) {
        if (text !== ticket) expect(present(text)).toEqual({ fault: 'not this member’s' });
      }
      expect(present(ticket)).toEqual({ token });
    }),
  );
});

test('an invented text of any kind does not open', () => {
  const { present } = office();
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[A-Za-z0-9_-]{40,3000}$/)), (text) => {
      expect(present(text)).toEqual({ fault: 'not this member’s' });
    }),
  );
});
