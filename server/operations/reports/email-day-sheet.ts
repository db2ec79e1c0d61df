import { wallClockIn } from '../../../src/domain/dates.ts';
import { shiftDay } from '../../../src/domain/day.ts';
import { may } from '../../../src/domain/roles.ts';
import type { User } from '../../../src/domain/user.ts';
import type { Environment } from '../../config/env.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../../context/unit-of-work.ts';
import {
  addDaySheetReader,
  claimDaySheetReaders,
  deleteDaySheetReader,
  hasRunsOn,
} from '../../stores/reports/day-sheet-readers.ts';
import { findUser } from '../../stores/users/users.ts';

/** The last day whose evening has begun. */
function lastEvening({ TIME_ZONE, DAY_SHEET_HOUR }: Environment, now = new Date()): string {
  const clock = wallClockIn(TIME_ZONE, now);
  return shiftDay(clock.slice(0, 10), Number(clock.slice(11, 13)) < DAY_SHEET_HOUR ? -1 : 0);
}

export const mayReadDaySheet = (user: User): boolean => user.verified && may(user, 'runAdmin.daySheet');

/** Turns the email of every evening on or off for somebody (runAdmin.emailDaySheet). */
export function chooseDaySheet({ tx, services }: UnitOfWork, userId: string, { wanted }: { wanted: boolean }) {
  const doneDay = lastEvening(services.environment);
  return wanted ? addDaySheetReader(tx, { userId, doneDay }) : deleteDaySheetReader(tx, userId);
}

/** Emails what is due to who wants it, once a day: after hours without a server, and beside another one. */
export async function emailDaySheets(services: Services, now?: Date): Promise<void> {
  const day = lastEvening(services.environment, now);
  if (!(await hasRunsOn(services.db, day))) return;
  const order = { services, actor: null, procedure: 'daySheets', requestId: '' } as const;
  await inUnitOfWork(order, async (unit) => {
    for (const userId of await claimDaySheetReaders(unit.tx, day)) {
      const user = await findUser(unit.tx, userId);
      if (user && mayReadDaySheet(user))
        await unit.mail({ kind: 'day-sheet', receiver: user.email, about: { userId, day } });
      else await deleteDaySheetReader(unit.tx, userId);
    }
  });
}
