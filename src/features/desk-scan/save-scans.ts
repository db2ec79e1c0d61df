import { serverErrorOf } from '../../api/calls/call-error.ts';
import { readDeviceUser } from '../../offline/device-user.ts';
import { outbox } from '../../outbox/device-outbox.ts';
import type { ScanInput } from '../../outbox/kinds.ts';
import type { Moment, PreparedAct } from '../../outbox/outbox-actions.ts';

interface Waiting {
  act: PreparedAct;
  onSaved: () => void;
  onFailed: (message: string) => void;
}

let waiting: Waiting[] = [];
let isSaving = false;

/**
 * Stores a scan in the outbox. Those that come while others are being written go together into the
 * next transaction: a hand scanner is faster than the disk.
 */
export function saveScan(
  { id, trackingId, input, moment }: { id: string; trackingId: string; input: ScanInput; moment: Moment },
  onSaved: () => void,
  onFailed: (message: string) => void,
): void {
  waiting.push({ act: { opId: id, action: { procedure: 'desk.scan', trackingId, input }, moment }, onSaved, onFailed });
  if (!isSaving) void saveAll();
}

async function saveAll(): Promise<void> {
  isSaving = true;
  try {
    while (waiting.length > 0) {
      const now = waiting;
      waiting = [];
      const failure = await store(now.map(({ act }) => act));
      for (const { onSaved, onFailed } of now) {
        if (failure === null) onSaved();
        else onFailed(failure);
      }
    }
  } finally {
    isSaving = false;
  }
}

/** Null if it is on disk. */
async function store(acts: readonly PreparedAct[]): Promise<string | null> {
  try {
    await outbox.recordAll(readDeviceUser(), acts);
    return null;
  } catch (error) {
    return serverErrorOf(error).message;
  }
}
