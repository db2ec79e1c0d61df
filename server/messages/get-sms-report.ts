import { dayIn } from '../../src/domain/dates.ts';
import type { SmsReport } from '../../src/domain/sms.ts';
import { startOfDay } from '../../src/domain/time-zone.ts';
import type { Services } from '../context/context.ts';
import { listSmsProblems, sumSms } from './store/sms.ts';

const MAX_PROBLEMS = 20;
const PROBLEM_DAYS = 14;

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
