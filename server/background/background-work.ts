import { differenceSentence } from '../../src/domain/records.ts';
import { checkRecords } from '../audit/check-records.ts';
import { commandLine } from '../base/config/command-line.ts';
import { inWork } from '../base/process/current-work.ts';
import { runBulk } from '../bulk/run-bulk.ts';
import type { Services } from '../context/context.ts';
import { runImport } from '../imports/import-shipments.ts';
import type { JobHandlers } from '../jobs/run-jobs.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { INTERRUPTED_ATTEMPT_MESSAGE } from '../mail/letters/failure.ts';
import { smtpTransport } from '../mail/letters/transport.ts';
import { mailboxTransport } from '../mail/mailbox.ts';
import { type Delivery, markMailFailed } from '../mail/store/mail-deliveries.ts';
import { deliverSms } from '../messages/deliver-sms.ts';
import { tryGateway } from '../messages/texts/gateway.ts';
import { writeExport } from '../own-account/write-export.ts';
import { runAccountJob } from '../people/linked-shipments/change-linked.ts';
import { geocodeRun } from '../places/geocode-run.ts';
import { deliverPush } from '../push/deliver-push.ts';
import { deliverWebhooks } from '../webhooks/deliver-webhooks.ts';
import { runReplay } from '../webhooks/resend-messages.ts';
import { ASKED_STEPS, DAILY_STEPS, HOURLY_STEPS, runStep } from './housekeeping.ts';

export interface BackgroundWork {
  /** Rejects if jobs cannot be run. */
  started: Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  mailbox: string | null;
  log: { error(error: unknown, message: string): void };
  signal: AbortSignal;
}

/** Runs jobs and sends webhooks. Loaded only by a process that does. */
export function startBackgroundWork(services: Services, { mailbox, log, signal }: Options): BackgroundWork {
  const { environment, jobs, pools } = services;
  /** Each job keeps the settings that it began with. */
  const background = (): Services => ({ ...services, db: pools.jobs.db, writes: pools.jobs.db });
  const transport = mailbox === null ? smtpTransport(environment.SMTP_URL ?? '', services) : mailboxTransport(mailbox);
  const handlers: JobHandlers = {
    mail: (delivery: Delivery) => deliverMail(background(), transport, delivery),
    lostMail: (delivery: Delivery) => markMailFailed(pools.jobs.db, delivery, INTERRUPTED_ATTEMPT_MESSAGE),
    push: (delivery) => deliverPush(background(), delivery),
    sms: (job) => deliverSms(background(), job, (problem) => log.error(new Error(problem), 'A text did not leave')),
    shipmentImport: (importId, turn) => runImport(background(), importId, turn),
    bulk: (bulkId, turn) => runBulk(background(), bulkId, turn),
    webhookReplay: (endpointId, turn) => runReplay(background(), endpointId, turn),
    account: (job, turn) => runAccountJob(background(), job, turn),
    dataExport: (exportId) => writeExport(background(), exportId),
    unusedImage: services.images.remove,
    expiredProof: services.proofs.remove,
    geocoder: (runId, turn) => geocodeRun(background(), runId, { signal, turn }),
    hourly: (step, turn) => runStep(background(), HOURLY_STEPS[step], turn),
    housekeeping: (step, turn) => runStep(background(), DAILY_STEPS[step] ?? ASKED_STEPS[step], turn),
    async checkRecords() {
      const check = await checkRecords({ ...services, db: services.pools.records.db });
      if (!check || check.differences.length === 0) return;
      const sentences = check.differences.map(differenceSentence).join(' ');
      log.error(new Error(`${sentences} Run ${commandLine('verify')}.`), 'The records do not match');
    },
  };
  const webhooks = inWork('webhooks', () =>
    deliverWebhooks(background(), { log: (error) => log.error(error, 'Webhooks were not sent'), signal }),
  );
  if (environment.SMS_URL) void reportGateway(environment, log);
  return {
    started: jobs.run(handlers, { hourly: Object.keys(HOURLY_STEPS), housekeeping: Object.keys(DAILY_STEPS) }),
    async stop() {
      await webhooks;
      await jobs.stop();
      transport.close();
    },
  };
}

/** Nobody should learn from the first receiver that texts do not leave. */
async function reportGateway(environment: Services['environment'], log: Options['log']): Promise<void> {
  const problem = await tryGateway(environment);
  if (problem !== null) log.error(new Error(problem), 'No text leaves this server');
}
