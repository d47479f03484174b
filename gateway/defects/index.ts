import { ALG_DEFECTS } from './alg/index.ts';
import { AUTH_DEFECTS } from './auth/index.ts';
import { BAL_DEFECTS } from './bal/index.ts';
import { CAP_DEFECTS } from './cap/index.ts';
import { CRED_DEFECTS } from './cred/index.ts';
import type { Defect } from './defect.ts';
import { ERR_DEFECTS } from './err/index.ts';
import { EXE_DEFECTS } from './exe/index.ts';
import { HISTORY_DEFECTS } from './history/index.ts';
import { ID_DEFECTS } from './id/index.ts';
import { IDEM_DEFECTS } from './idem/index.ts';
import { MATCH_DEFECTS } from './match/index.ts';
import { MKT_DEFECTS } from './mkt/index.ts';
import { MON_DEFECTS } from './mon/index.ts';
import { ORD_DEFECTS } from './ord/index.ts';
import { PAGE_DEFECTS } from './page/index.ts';
import { POL_DEFECTS } from './pol/index.ts';
import { POS_DEFECTS } from './pos/index.ts';
import { QRY_DEFECTS } from './qry/index.ts';
import { REG_DEFECTS } from './reg/index.ts';
import { RID_DEFECTS } from './rid/index.ts';
import { SVC_DEFECTS } from './svc/index.ts';
import { TKT_DEFECTS } from './tkt/index.ts';
import { VER_DEFECTS } from './ver/index.ts';
import { WSS_DEFECTS } from './wss/index.ts';

/** Every known-bad member: `touchstone sandbox --defect NAME` runs one, `npm run mutants` judges each. */
export const DEFECTS: readonly Defect[] = [
  ...SVC_DEFECTS,
  ...ID_DEFECTS,
  ...MON_DEFECTS,
  ...ERR_DEFECTS,
  ...RID_DEFECTS,
  ...POS_DEFECTS,
  ...PAGE_DEFECTS,
  ...QRY_DEFECTS,
  ...AUTH_DEFECTS,
  ...CAP_DEFECTS,
  ...MATCH_DEFECTS,
  ...REG_DEFECTS,
  ...POL_DEFECTS,
  ...CRED_DEFECTS,
  ...IDEM_DEFECTS,
  ...ORD_DEFECTS,
  ...EXE_DEFECTS,
  ...BAL_DEFECTS,
  ...ALG_DEFECTS,
  ...HISTORY_DEFECTS,
  ...TKT_DEFECTS,
  ...WSS_DEFECTS,
  ...MKT_DEFECTS,
  ...VER_DEFECTS,
];
