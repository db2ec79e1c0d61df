import { once } from 'node:events';
import { connect } from 'node:tls';
import type { Environment } from '../base/config/env.ts';
import type { Secrets } from '../base/secrets/secrets.ts';
import { codeOf, type Finding, messageOf } from './finding.ts';
import { type SeenCaller, VISIT_HEADER } from './visit.ts';

const TIMEOUT_MS = 8_000;
const CERTIFICATE_DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;
/** Reserved for documentation: nobody has it. */
const FORGED = '203.0.113.99';

/** Null if the server does not respond. */
export async function findUpSeconds({ HOST, PORT }: Environment, secrets: Secrets): Promise<number | null> {
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  const answer = await visit(`http://${host}:${PORT}`, secrets).catch(() => null);
  return answer?.seen ? answer.seen.upSeconds : null;
}

interface Answer {
  status: number;
  /** Missing if it is not our server. */
  seen?: SeenCaller;
}

/** Calls the server and lies about where the call comes from. */
async function visit(url: string, secrets: Secrets): Promise<Answer> {
  const response = await fetch(`${url}/healthz`, {
    headers: { [VISIT_HEADER]: secrets.signVisit(Date.now()), 'x-forwarded-for': FORGED },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = (await response.json().catch(() => ({}))) as Pick<Answer, 'seen'>;
  return { status: response.status, ...(body.seen && { seen: body.seen }) };
}

export async function checkAddress(
  { PUBLIC_URL, PORT }: Environment,
  { secrets, isRunning }: { secrets: Secrets; isRunning: boolean },
): Promise<Finding[]> {
  const url = new URL(PUBLIC_URL);
  const about = 'PUBLIC_URL';
  const certificate = url.protocol === 'https:' ? await checkCertificate(url) : [];
  if (certificate.some(({ isFatal }) => isFatal)) return certificate.map(({ finding }) => finding);
  const found = certificate.map(({ finding }) => finding);
  try {
    const { seen, status } = await visit(PUBLIC_URL, secrets);
    if (seen) return [...found, ...(url.protocol === 'https:' ? checkProxy(seen) : [])];
    if (!isRunning && status >= 500) return found;
    const what = `${PUBLIC_URL} leads to something else than this server: /healthz returns ${status} without it.`;
    const mend = `Correct PUBLIC_URL, or let the proxy there pass everything to port ${PORT}.`;
    return [...found, { about, what, mend }];
  } catch (error) {
    if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(codeOf(error))) {
      const what = `There is no address for ${url.hostname}.`;
      return [...found, { about, what, mend: 'Correct PUBLIC_URL, or add the name to the DNS.' }];
    }
    if (!isRunning) return found;
    const what = `The server runs, and ${PUBLIC_URL} does not answer: ${messageOf(error)}.`;
    return [...found, { about, what, mend: 'Is the proxy running, and is its port open? systemctl status caddy.' }];
  }
}

interface CertificateFinding {
  /** Nothing gets through. */
  isFatal: boolean;
  finding: Finding;
}

async function checkCertificate({ hostname, port }: URL): Promise<CertificateFinding[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port) || 443, servername: host, rejectUnauthorized: false });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('No answer')));
  try {
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    const about = 'Certificate';
    const mend = 'Let the proxy renew it: journalctl -u caddy says why it did not.';
    const end = new Date(socket.getPeerCertificate().valid_to);
    const days = Math.floor((end.getTime() - Date.now()) / DAY_MS);
    if (!socket.authorized) {
      const what = `Browsers do not trust the certificate of ${host}: ${socket.authorizationError}.`;
      return [{ isFatal: true, finding: { about, what, mend } }];
    }
    if (days >= CERTIFICATE_DAYS) return [];
    return [{ isFatal: false, finding: { about, what: `The certificate of ${host} ends in ${days} days.`, mend } }];
  } catch {
    // The visit says why.
    return [];
  } finally {
    socket.destroy();
  }
}

/** Only a proxy speaks https, so there is one. */
function checkProxy({ address, peer, forwardedFor }: SeenCaller): Finding[] {
  if (address === FORGED) {
    const what = 'The proxy passes on where callers say they come from: they choose their own limits.';
    const mend = 'Let it overwrite X-Forwarded-For, as deploy/Caddyfile and deploy/haproxy.cfg do.';
    return [{ about: 'TRUSTED_PROXIES', what, mend }];
  }
  if (forwardedFor === null || forwardedFor === FORGED) {
    const what = 'The proxy does not say where callers come from: all of them share one limit.';
    return [
      { about: 'Proxy', what, mend: 'Let it set X-Forwarded-For, as deploy/Caddyfile and deploy/haproxy.cfg do.' },
    ];
  }
  // Whoever asks from the proxy's own machine looks like the proxy.
  if (address === peer && !forwardedFor.split(', ').includes(peer)) {
    const what = `The proxy comes from ${peer}, which is not named: all callers share its limits.`;
    return [{ about: 'TRUSTED_PROXIES', what, mend: `Set TRUSTED_PROXIES=${peer}, or its network.` }];
  }
  return [];
}
