import { isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { legsOfB, pem, pkcs8 } from '../../scenes/material.ts';
import { credentialBody, notProposed, pathOf } from '../../scenes/own-credential.ts';

/** The DER of a public key: not a private one. */
const SPKI = '302a300506032b6570032100';
/** What PKCS 1 has of an RSA key: not PKCS 8, whatever follows. */
const PKCS1 = '3082025c02010002818100';

function wrongOf(key: string): readonly string[] {
  const good = pkcs8('ed25519', key);
  const secret = Buffer.from(good, 'base64').subarray(16);
  const publicKey = Buffer.concat([Buffer.from(SPKI, 'hex'), secret]).toString('base64');
  return [
    pem(pkcs8('x25519', key)),
    pkcs8('ed448', key),
    pem(publicKey, 'PUBLIC KEY'),
    publicKey,
    pem(Buffer.concat([Buffer.from(PKCS1, 'hex'), secret]).toString('base64'), 'RSA PRIVATE KEY'),
    secret.toString('base64'),
    secret.toString('hex'),
    Buffer.from(good, 'base64').subarray(0, 47).toString('base64'),
    `touchstone-no-key-${key}`,
  ];
}

export const ed25519Key = check({
  id: 'cred/ed25519-key',
  proves: ['CRED-03'],
  title:
    'the privateKey of family B is an Ed25519 PKCS 8 private key, as PEM or as its base64 body; anything else is refused',
  needs: ['admin', 'venues', 'intake', 'writes'],

  async drive({ admin, fixtures: { venues }, freshKey }) {
    if (venues.b === undefined) return;
    const good = (key: string) => [pem(pkcs8('ed25519', key)), pkcs8('ed25519', `${key} as its body`)];
    const legs = legsOfB(freshKey());
    for (const [label, keys] of [
      ['right', good(freshKey())],
      ['wrong', wrongOf(freshKey())],
    ] as const) {
      for (const privateKey of keys) {
        const body = credentialBody(venues.b, { ...legs, privateKey });
        const taken = pathOf(await admin.post('/credentials', body, { label }));
        if (taken !== undefined) await admin.post(`${taken}/withdraw`, {});
      }
    }
  },

  judge(history) {
    const right = history.labelled('right');
    if (right.length === 0) return inconclusive('the profile names no venue of family B');
    // Where the one form is taken the other is: each is named.
    if (!right.some(isOk)) return notProposed(...right);
    const { strict } = history.target;
    return allOf(
      ...right.map((e) => (isOk(e) ? pass : violated('an Ed25519 key as PEM, and as its base64 body, taken', e))),
      eachOf(history.labelled('wrong'), (e) =>
        expects(e, strict ? { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } : { status: '4xx' }),
      ),
    );
  },
});
