import type { Defect } from '../defect.ts';
import { answersTheRetiredReason } from './answers-the-retired-reason.ts';
import { PUBLISHED_OTHERWISE } from './published-otherwise.ts';
import { servesWhatItDoesNotPublish } from './serves-what-it-does-not-publish.ts';
import { SPOILT_PAGE_OF_THE_CONTRACT } from './spoilt-page-of-the-contract.ts';

/** Known-bad members of the contract document, its page, and what is served under it. */
export const SVC_DEFECTS: readonly Defect[] = [
  ...PUBLISHED_OTHERWISE,
  ...SPOILT_PAGE_OF_THE_CONTRACT,
  servesWhatItDoesNotPublish,
  answersTheRetiredReason,
];
