import type { Environment } from '../base/config/env.ts';
import { tryGateway } from '../messages/texts/gateway.ts';
import { type Finding, messageOf } from './finding.ts';

const TIMEOUT_MS = 8_000;

/** Asks the gateway of texts, which sends nothing for it. */
export async function checkTexts(environment: Environment): Promise<Finding[]> {
  if (!environment.SMS_URL) return [];
  const problem = await tryGateway(environment);
  if (problem === null) return [];
  const mend = 'Correct SMS_URL or SMS_TOKEN, or ask who runs the gateway.';
  return [{ about: 'SMS_URL', what: `No text leaves this server. ${problem}`, mend }];
}

/** Asks for the first page of payments: a made-up reference could be taken for one. */
export async function checkPaymentPage({ PAYMENT_URL }: Environment): Promise<Finding[]> {
  if (!PAYMENT_URL) return [];
  const { origin, host } = new URL(PAYMENT_URL);
  const problem = await fetch(origin, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    async ({ status, body }) => {
      await body?.cancel();
      return status < 500 ? null : `it answered ${status}`;
    },
    messageOf,
  );
  if (problem === null) return [];
  const mend = 'Ask who runs the page, or remove PAYMENT_URL until it is back.';
  return [{ about: 'PAYMENT_URL', what: `Nobody can pay at ${host}: ${problem}.`, mend }];
}
