import { and, desc, eq, gt, gte, isNotNull, or, sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import type { SmsReport } from '../../src/domain/sms.ts';
import { startOfDay } from '../../src/domain/time-zone.ts';
import type { Executor } from '../base/database/client.ts';
import { sms } from '../base/database/tables/messages/messages.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';

const MAX_PROBLEMS = 20;
const PROBLEM_DAYS = 14;

async function sumSms(executor: Executor, since: Date) {
  const [row] = await executor
    .select({
      messages: sql<number>`count(*) filter (where ${sms.gatheredIn} is null)::int`,
      segments: sql<number>`coalesce(sum(${sms.segments}), 0)::int`,
      micros: sql<string>`coalesce(sum(${sms.costMicros}), 0)`,
    })
    .from(sms)
    .where(gte(sms.sentAt, since));
  const waiting = await executor.$count(sms, anyOf(sms.state, ['queued', 'sending']));
  return { messages: row?.messages ?? 0, segments: row?.segments ?? 0, cost: Number(row?.micros) / 1e6, waiting };
}

function listSmsProblems(executor: Executor, { limit, days }: { limit: number; days: number }) {
  const { id, shipmentId, event, state, number, lastError, reply, createdAt } = sms;
  return executor
    .select({ id, shipmentId, event, state, number, lastError, reply, createdAt, trackingId: shipments.trackingId })
    .from(sms)
    .innerJoin(shipments, eq(shipments.id, shipmentId))
    .where(
      and(
        or(anyOf(state, ['failed', 'unknown']), and(eq(state, 'queued'), gt(sms.attempts, 0)), isNotNull(reply)),
        gt(createdAt, sql`now() - ${days} * interval '1 day'`),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** This month's cost of texts, by the brand's calendar, and those that a manager should look at. */
export async function getSmsReport({ db, environment }: Services): Promise<SmsReport> {
  const { SMS_URL, TIME_ZONE } = environment;
  if (!SMS_URL) return { month: null, problems: [] };
  const day = `${dayIn(TIME_ZONE, new Date()).slice(0, 7)}-01`;
  const problems = await listSmsProblems(db, { limit: MAX_PROBLEMS, days: PROBLEM_DAYS });
  return {
    month: { day, ...(await sumSms(db, startOfDay(day, TIME_ZONE))) },
    problems: problems.map(({ number, createdAt, ...row }) => ({
      ...row,
      number: `${number.slice(0, 3)}${'•'.repeat(number.length - 5)}${number.slice(-2)}`,
      createdAt: createdAt.toISOString(),
    })),
  };
}
