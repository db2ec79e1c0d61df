import type { Undoable } from '../../../src/domain/mail.ts';
import type { PushMessage, PushSubscription } from '../../../src/domain/push.ts';

/** `userId`: who is signed in there. */
export type PushDevice = PushSubscription & { id: string; userId: string | null };

export interface PushDelivery extends Undoable {
  deviceId: string;
  shipmentId: string;
  kind?: PushMessage['kind'];
}
