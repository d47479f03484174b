export { EXE_DEFECTS } from './spoilt-executions.ts';
