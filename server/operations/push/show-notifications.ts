import type { NotificationPreferences, Pushed } from '../../../src/domain/push.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { findPreferences, savePreferences } from '../../stores/push/notification-preferences.ts';
import { findPushed } from '../../stores/push/push-devices.ts';

/** What a device is told of (push.getDevice), for whoever knows its endpoint, which only its own browser does. */
export function showPushed(executor: Executor, endpoint: string): Promise<Pushed> {
  return findPushed(executor, endpoint);
}

/** Of which statuses a person is told, and by what (user.getNotifications): of all by both, until they say otherwise. */
export function showPreferences(executor: Executor, userId: string): Promise<NotificationPreferences> {
  return findPreferences(executor, userId);
}

/** Keeps what a person wants to be told of (user.updateNotifications); a status that is named twice is kept once. */
export function updatePreferences(
  { tx }: UnitOfWork,
  userId: string,
  { mail, push }: NotificationPreferences,
): Promise<void> {
  return savePreferences(tx, userId, { mail: [...new Set(mail)], push: [...new Set(push)] });
}
