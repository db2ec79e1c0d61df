import { EMAIL_CHANGE_LIFE, EXPORT_LIFE, type OwnAccount } from '../../src/domain/own-account.ts';
import type { User } from '../../src/domain/user.ts';
import { findPendingEmailChange } from '../auth/store/email-changes.ts';
import type { Services } from '../context/context.ts';
import { listObstacles } from './list-obstacles.ts';
import { type DataExportRow, findExportOf } from './store/data-exports.ts';

const later = (time: Date, life: number) => new Date(time.getTime() + life).toISOString();

export async function getOwnAccount(
  { db: executor, environment }: Pick<Services, 'db' | 'environment'>,
  user: Pick<User, 'id' | 'header'>,
): Promise<OwnAccount> {
  const change = await findPendingEmailChange(executor, user.id);
  const isOpen = change !== null && change.createdAt.getTime() + EMAIL_CHANGE_LIFE > Date.now();
  const file = await findExportOf(executor, user.id);
  return {
    emailChange: isOpen ? { email: change.toEmail, expiresAt: later(change.createdAt, EMAIL_CHANGE_LIFE) } : null,
    dataExport: file && toDataExport(file),
    obstacles: await listObstacles(executor, user, environment.CURRENCY),
  };
}

export function toDataExport({
  id,
  state,
  size,
  createdAt,
  readyAt,
}: DataExportRow): NonNullable<OwnAccount['dataExport']> {
  const expiresAt = readyAt && later(readyAt, EXPORT_LIFE);
  return { id, state, size, createdAt: createdAt.toISOString(), expiresAt };
}
