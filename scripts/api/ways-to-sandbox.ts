/** How the suite reaches a sandbox of its process: no byte passes a socket, and few requests are made HTTP text. */
import type { Socket } from 'node:net';
import type { LoadedProfile } from '../../conformance/member/profile/read-profile.ts';
import type { Transport } from '../../conformance/member/sending/transport.ts';
import { httpTransport } from '../../conformance/member/sending/transport.ts';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import { isSimpleHead } from '../../platform-sim/front/local-request.ts';
import type { Sandbox } from '../../platform-sim/sandbox.ts';

/** A longer body would come in several pieces, and a longer head may be refused by Node's parser. */
const MOST = 8_192;
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|OPTIONS)$/;

/** The part of a profile that opens connections. The sandbox's control plane has its own host. */
export function waysTo({
  connect,
  request,
  controlUrl,
}: Pick<Sandbox, 'connect' | 'request' | 'controlUrl'>): Required<Pick<LoadedProfile, 'dial' | 'transport'>> {
  const control = new URL(controlUrl).host;
  const endOf = ({ host }: URL) => (host === control ? 'control' : 'gateway');
  // The suite's clients use nothing of a socket that a Duplex lacks.
  const dial = async (url: URL) => connect(endOf(url)) as Socket;

  function transport(baseUrl: string, stopwatch: Stopwatch): Transport {
    const base = new URL(baseUrl);
    const end = endOf(base);
    const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
    const overHttp = httpTransport(baseUrl, stopwatch, undefined, dial);
    return {
      close: () => overHttp.close(),
      send(sent) {
        const { method, body, timeoutMs } = sent;
        const headers = ['Host', base.host, ...sent.headers];
        const target = prefix + sent.path;
        const head = headOf(method, target, headers);
        const isDirect = METHOD.test(method) && isSimpleHead(head) && head.length + (body?.length ?? 0) <= MOST;
        if (!isDirect) return overHttp.send(sent);
        return new Promise((settle) => {
          let failure = 'reset';
          const limit = stopwatch.after(timeoutMs, () => {
            failure = 'timeout';
            giveUp();
          });
          const giveUp = request(end, { method, target, headers, body }, (answer) => {
            limit.cancel();
            settle(answer ?? { failure });
          });
        });
      },
    };
  }
  return { dial, transport };
}

function headOf(method: string, target: string, headers: readonly string[]): string {
  let head = `${method} ${target} HTTP/1.1`;
  for (let i = 0; i + 1 < headers.length; i += 2) head += `\r\n${headers[i]}: ${headers[i + 1]}`;
  return head;
}
