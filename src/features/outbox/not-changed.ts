import { texts } from '../../domain/errors.ts';
import { isFull } from '../../offline/room.ts';
import { toast } from '../../ui/toast/toast.ts';

/** For when this device's storage fails. */
export const NOT_CHANGED = {
  title: 'Nothing has changed',
  message: 'This device couldn’t open its outbox. Try again in a few seconds.',
};

export const orSayNotChanged = (change: Promise<void>): Promise<unknown> =>
  change.catch((error: unknown) => toast.error(NOT_CHANGED.title, isFull(error) ? texts.notKept : NOT_CHANGED.message));
