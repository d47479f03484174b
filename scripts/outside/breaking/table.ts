import type { Breakage } from './breakage.ts';
import { OF_ANSWERS } from './of-answers.ts';
import { OF_PAGES } from './of-pages.ts';
import { OF_REQUESTS } from './of-requests.ts';

export const BREAKAGES: readonly Breakage[] = [...OF_ANSWERS, ...OF_REQUESTS, ...OF_PAGES];
