/** Whose gateway the base address of a profile leads to. */
import type { ControlPlane } from './control-plane/control-plane.ts';
import { Unreached } from './unreached.ts';

/**
 * Whether the control plane says that this address is its own gateway's. What answers elsewhere, be it a proxy before the
 * same gateway, is held to the interface alone: the sandbox's own decisions are not its to keep.
 */
export async function isOwnGateway(baseUrl: string, plane: ControlPlane | undefined): Promise<boolean> {
  if (plane === undefined) return false;
  try {
    const { baseUrl: own } = await plane.readHealth();
    return new URL(own).origin === new URL(baseUrl).origin;
  } catch (error) {
    // It does not say, or says it in words that are none: not known to be its own.
    if (error instanceof Unreached || error instanceof TypeError || error instanceof SyntaxError) return false;
    throw error;
  }
}
