import type { NotificationPreferences, PushSubscriptions } from '../../../src/domain/push.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { findPreferences, savePreferences } from '../../stores/push/notification-preferences.ts';
import { findPushSubscriptions } from '../../stores/push/push-follows.ts';

/** A device's subscriptions (push.getDevice). Only its own browser knows the endpoint. */
export function getPushSubscriptions(executor: Executor, endpoint: string): Promise<PushSubscriptions> {
  return findPushSubscriptions(executor, endpoint);
}

/**
 * Which statuses a user is notified of by email and by push (user.getNotifications): all, unless
 * they chose otherwise.
 */
export function getPreferences(executor: Executor, userId: string): Promise<NotificationPreferences> {
  return findPreferences(executor, userId);
}

/** Saves a user's notification preferences (user.updateNotifications), without duplicates. */
export function updatePreferences(
  { tx }: UnitOfWork,
  userId: string,
  { mail, push }: NotificationPreferences,
): Promise<void> {
  return savePreferences(tx, userId, { mail: [...new Set(mail)], push: [...new Set(push)] });
}
