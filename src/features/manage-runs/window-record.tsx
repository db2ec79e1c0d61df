import type { WindowRecord } from '../../domain/runs/views.ts';
import { MIN_SHARE, MIN_WINDOW_CHECKS, NEEDED_SHARE } from '../../domain/windows/window.ts';

/** How well the windows that receivers see have held, and whether they see any. */
export const WindowRecordText = ({ record }: { record: WindowRecord }) => <p>{sentenceOf(record)}</p>;

function sentenceOf({ share, checks, isOn }: WindowRecord): string {
  if (share === null) {
    const soFar = checks === 0 ? 'there are none' : `there are ${checks}`;
    return `Receivers see theirs. How well they hold is known after ${MIN_WINDOW_CHECKS}, and so far ${soFar}.`;
  }
  const held = `${percent(share)} of the last ${checks} windows held (${percent(NEEDED_SHARE)} wanted)`;
  return isOn
    ? `${held}, and receivers see theirs.`
    : `${held}, so receivers see none until ${percent(MIN_SHARE)} hold.`;
}

/** Rounded down: 79.8% is not the 80% that are needed. */
const percent = (share: number) => `${Math.floor(share * 100 + 1e-6)}%`;
