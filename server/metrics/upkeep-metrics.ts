import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { findBackups } from '../audit/store/backups.ts';
import type { Executor } from '../base/database/client.ts';
import { mails } from '../base/database/tables/mails.ts';
import { listFailedJobs } from '../base/sql/failed-jobs.ts';
import type { Services } from '../context/context.ts';
import { readJobsSilence, readSlots, type SlotFacts } from '../doctor/store/database-facts.ts';
import { FAILED_QUEUE, MAIL_QUEUE, SMS_QUEUE } from '../jobs/queues.ts';
import type { QueueCounts } from '../mail/store/mail-queue.ts';
import { findLostTexts } from '../messages/store/lost-texts.ts';

const SECOND_MS = 1_000;

async function countQueued(executor: Executor, queue: string): Promise<QueueCounts> {
  const { rows } = await executor.execute<QueueCounts & Record<string, unknown>>(sql`
    select count(*)::int as queued, greatest(0, coalesce(extract(epoch from
        now() - min(case when retry_count = 0 then start_after else created_on end)), 0))::float8 as "oldestSeconds"
    from pgboss.job where name = ${queue} and state < 'active' and not blocked`);
  return rows[0] ?? { queued: 0, oldestSeconds: 0 };
}

async function countMails(executor: Executor, queue: string): Promise<QueueCounts & { failed: number }> {
  return { ...(await countQueued(executor, queue)), failed: await executor.$count(mails, eq(mails.state, 'failed')) };
}

export function registerUpkeepMetrics(
  registry: Registry,
  { db, environment, jobs, replicas }: Services,
  checkWrites: () => Promise<void>,
): void {
  const backups = onceASecond(() => findBackups(db));
  const mails = onceASecond(() => countMails(db, MAIL_QUEUE));
  const texts = onceASecond(() => countQueued(db, SMS_QUEUE));
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
  gauge('database_writable', 'Whether a small change was saved, at most two seconds ago', () =>
    checkWrites().then(
      () => 1,
      () => 0,
    ),
  );
  gauge('replica_lag_seconds', 'How far behind the slowest replica in use is; missing if none can be used', async () =>
    replicas?.lagSeconds(),
  );
  gauge('replicas_usable', 'How many replicas could stand in for the primary', async () => replicas?.countUsable());
  gauge('jobs_silent_seconds', 'How long ago a process last looked after the jobs, or since when this one is up', () =>
    readJobsSilence(db, jobs.upSeconds()),
  );
  registerFailedJobs(registry, db);
  registerSlotMetrics(registry, db);
  registerDiskMetrics(registry, environment);
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
    'How long ago the oldest of them should have left; 0 without any',
    async () => (await mails()).oldestSeconds,
  );
  gauge('mail_failed', 'Emails given up, which managers can send again', async () => (await mails()).failed);
  gauge('sms_queued', 'Texts that wait to be sent', async () => (await texts()).queued);
  gauge(
    'sms_oldest_queued_seconds',
    'How long ago the oldest of them should have left; 0 without any',
    async () => (await texts()).oldestSeconds,
  );
  gauge(
    'sms_lost',
    'Texts of the last day that the gateway did not take, or may not have',
    async () => (await findLostTexts(db)).count,
  );
}

function registerFailedJobs(registry: Registry, db: Services['db']): void {
  new Gauge({
    name: 'waybill_jobs_failed',
    help: 'Jobs given up within a week and not done since, by name',
    labelNames: ['name'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, count } of await listFailedJobs(db, FAILED_QUEUE).catch(() => [])) this.set({ name }, count);
    },
  });
}

/** A slot that nobody reads fills the disk of the primary. */
function registerSlotMetrics(registry: Registry, db: Services['db']): void {
  const slots = onceASecond(() => readSlots(db));
  const gauge = (name: string, help: string, read: (slot: SlotFacts) => number) =>
    new Gauge({
      name: `waybill_slot_${name}`,
      help,
      labelNames: ['slot'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const slot of await slots().catch(() => [])) this.set({ slot: slot.name }, read(slot));
      },
    });
  gauge('active', 'Whether its archive or replica is connected', ({ isActive }) => Number(isActive));
  gauge('kept_bytes', 'What the primary keeps of its log until that has read it', ({ keptBytes }) => keptBytes);
}

function registerDiskMetrics(registry: Registry, { DATA_DIR, BACKUP_DIR }: Services['environment']): void {
  const folders = { data: DATA_DIR, ...(BACKUP_DIR && { backups: BACKUP_DIR }) };
  const gauge = (name: string, help: string, read: (disk: StatsFs) => number) =>
    new Gauge({
      name: `waybill_disk_${name}_bytes`,
      help,
      labelNames: ['folder'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const [folder, path] of Object.entries(folders)) {
          const disk = await statfs(path).catch(() => null);
          if (disk) this.set({ folder }, read(disk) * disk.bsize);
        }
      },
    });
  gauge('free', 'What the server may still write', ({ bavail }) => bavail);
  gauge('size', 'Of the whole disk', ({ blocks }) => blocks);
}

const toSeconds = (time: Date) => time.getTime() / 1000;

export function onceASecond<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: { at: number; answer: Promise<Value> } | undefined;
  return () => {
    const now = performance.now();
    if (!asked || now - asked.at > SECOND_MS) asked = { at: now, answer: ask() };
    return asked.answer;
  };
}
