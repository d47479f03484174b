import type { Defect } from '../defect.ts';
import { ADDITIONS } from './additions.ts';
import { OLDER_MEMBERS } from './older-members.ts';
import { OTHER_MEMBERS_KEYS } from './other-members-keys.ts';

export const VER_DEFECTS: readonly Defect[] = [...OLDER_MEMBERS, ...OTHER_MEMBERS_KEYS, ...ADDITIONS];
