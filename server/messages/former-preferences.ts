/** The choices of an account as apps of 0.2.0 know them: by status, without texts. */
import { DEFAULT_CHOICES, eventOfStatus, type MessageEvent } from '../../src/domain/messages.ts';
import type { NotificationPreferences } from '../../src/domain/push.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Executor } from '../base/database/client.ts';
import { findChoices, saveChoices } from '../choices/store/message-choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';

export async function getPreferences(executor: Executor, userId: string): Promise<NotificationPreferences> {
  const { mail, push } = (await findChoices(executor, { userId })) ?? DEFAULT_CHOICES;
  const statusesOf = (events: readonly MessageEvent[]) =>
    SHIPMENT_STATUSES.filter((status) => events.includes(eventOfStatus(status)));
  return { mail: statusesOf(mail), push: statusesOf(push) };
}

export async function updatePreferences(
  { tx }: UnitOfWork,
  userId: string,
  { mail, push }: NotificationPreferences,
): Promise<void> {
  const before = (await findChoices(tx, { userId })) ?? DEFAULT_CHOICES;
  // A missed delivery belonged to its status.
  const eventsOf = (statuses: readonly ShipmentStatus[], chosen: readonly MessageEvent[]) => {
    const events = SHIPMENT_STATUSES.filter((status) => statuses.includes(status)).map(eventOfStatus);
    const more: MessageEvent[] = events.includes('out') ? ['missed'] : [];
    return [...events, ...more, ...chosen.filter((event) => event === 'two-stops')];
  };
  const choices = { mail: eventsOf(mail, before.mail), sms: before.sms, push: eventsOf(push, before.push) };
  await saveChoices(tx, { userId }, choices);
}
