/** The vocabulary of frames (gateway/variations/frames.ts) under the names that the known-bad members of `breaking` use. */
export {
  type Connection as Talk,
  closing,
  down,
  type FrameLayer as TalkLayer,
  frameOf,
  type SocketLayer,
  up,
} from '../../../gateway/variations/frames.ts';
