import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../context/context.ts';
import { MAIL_QUEUE } from '../jobs/queues.ts';
import { findBackups } from '../stores/audit/backups.ts';
import { countMails } from '../stores/mail/mail-queue.ts';

/** One scrape asks once. */
const SAME_SCRAPE_MS = 1_000;

/** What runs by itself and could stop unnoticed: backups and emails. Nothing is said while the database is away. */
export function registerUpkeepMetrics(registry: Registry, { db, environment }: Services): void {
  const backups = onceAScrape(() => findBackups(db));
  const mails = onceAScrape(() => countMails(db, MAIL_QUEUE));
  const good = async () => (await backups()).good;
  const isScheduled = Number(environment.BACKUP_DIR !== undefined);

  const gauge = (name: string, help: string, read: () => Promise<number | null | undefined>) =>
    new Gauge({
      name: `waybill_${name}`,
      help,
      registers: [registry],
      async collect() {
        const value = await read().catch(() => null);
        if (value == null) this.remove();
        else this.set(value);
      },
    });
  gauge('backup_scheduled', 'Whether this server makes backups', async () => isScheduled);
  gauge(
    'backup_last_good_timestamp_seconds',
    'When the last backup began that was also restored on trial',
    async () => {
      const { startedAt } = (await good()) ?? {};
      return startedAt && toSeconds(startedAt);
    },
  );
  gauge('backup_failed', 'Whether a backup has failed since the last good one', async () =>
    Number((await backups()).failed !== null),
  );
  gauge('backup_duration_seconds', 'How long the last good backup and its trial took', async () => {
    const { startedAt, endedAt } = (await good()) ?? {};
    return startedAt && endedAt && toSeconds(endedAt) - toSeconds(startedAt);
  });
  gauge('backup_size_bytes', 'Size of the rows in the last good backup, compressed', async () => (await good())?.bytes);
  gauge('mail_queued', 'Emails that wait to be sent', async () => (await mails()).queued);
  gauge(
    'mail_oldest_queued_seconds',
    'How long the oldest of them has waited; 0 without any',
    async () => (await mails()).oldestSeconds,
  );
  gauge('mail_failed', 'Emails given up, which managers can send again', async () => (await mails()).failed);
}

const toSeconds = (time: Date) => time.getTime() / 1000;

function onceAScrape<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: { at: number; answer: Promise<Value> } | undefined;
  return () => {
    const now = performance.now();
    if (!asked || now - asked.at > SAME_SCRAPE_MS) asked = { at: now, answer: ask() };
    return asked.answer;
  };
}
