/** Determines whose gateway the base address of a profile leads to. */
import type { ControlPlane } from '../control/control-plane.ts';
import { Unreached } from '../sending/unreached.ts';

/**
 * Whether the control plane reports this address as its own gateway's. Any other address, even a proxy in front of the
 * same gateway, is judged by the interface alone, not by the sandbox's own decisions.
 */
export async function isOwnGateway(baseUrl: string, plane: ControlPlane | undefined): Promise<boolean> {
  if (plane === undefined) return false;
  try {
    const { baseUrl: own } = await plane.readHealth();
    return new URL(own).origin === new URL(baseUrl).origin;
  } catch (error) {
    // No or an unreadable report: the gateway is not known to be the control plane's own.
    if (error instanceof Unreached || error instanceof TypeError || error instanceof SyntaxError) return false;
    throw error;
  }
}
