import type { PrincipalName } from '../profile/principals.ts';
import { Unreached } from '../sending/unreached.ts';

/** A principal has no token: its issuer or its command returned none. `mend`: the profile key to check. */
export class NoToken extends Unreached {
  override readonly name = 'NoToken';
  readonly principal: PrincipalName;
  readonly mend: string;

  constructor(principal: PrincipalName, why: string, mend: string) {
    super(`no token for ${principal}: ${why}`);
    this.principal = principal;
    this.mend = mend;
  }
}
