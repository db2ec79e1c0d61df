import { formatDay } from './day.ts';

/** `Due by 14 December.` */
export const dueSentence = (due: string, isOverdue = false): string =>
  isOverdue ? `It was due by ${formatDay(due)}.` : `Due by ${formatDay(due)}.`;
