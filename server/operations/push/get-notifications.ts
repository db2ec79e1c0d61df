import type { NotificationPreferences, PushSubscriptions } from '../../../src/domain/push.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { findPreferences, savePreferences } from '../../stores/push/notification-preferences.ts';
import { findPushSubscriptions } from '../../stores/push/push-follows.ts';

export function getPushSubscriptions(executor: Executor, endpoint: string): Promise<PushSubscriptions> {
  return findPushSubscriptions(executor, endpoint);
}

export function getPreferences(executor: Executor, userId: string): Promise<NotificationPreferences> {
  return findPreferences(executor, userId);
}

export function updatePreferences(
  { tx }: UnitOfWork,
  userId: string,
  { mail, push }: NotificationPreferences,
): Promise<void> {
  return savePreferences(tx, userId, { mail: [...new Set(mail)], push: [...new Set(push)] });
}
