/** The vocabulary of frames that the known-bad members of `breaking` use. */
export { frameOf, type SocketLayer } from '../../../gateway/variations/frames.ts';
