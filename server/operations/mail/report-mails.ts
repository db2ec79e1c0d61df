import { formatDayOfWeek } from '../../../src/domain/dates.ts';
import { counted, grouped } from '../../../src/domain/figures.ts';
import { paths } from '../../../src/domain/paths.ts';
import { DAY_FIGURES, FIGURE_LABELS, findingOf, sumOfRuns } from '../../../src/domain/reports/day-sheet.ts';
import { isDaySheetReader } from '../../stores/reports/day-sheet-readers.ts';
import { getDaySheet } from '../reports/day-sheet.ts';
import { mayReadDaySheet } from '../reports/email-day-sheet.ts';
import type { Drafts } from './draft-parts.ts';
import { noticeMail } from './owner-mails.ts';

const MAX_RUNS = 30;

export const REPORT_MAILS: Drafts<'day-sheet'> = {
  'day-sheet': noticeMail(async ({ dependencies, about: { userId, day }, user, link }) => {
    // They may have stopped it since, or lost their role.
    if (!mayReadDaySheet(user) || !(await isDaySheetReader(dependencies.db, userId))) return null;
    const { runs } = await getDaySheet(dependencies, { day });
    if (runs.length === 0) return null;
    const open = sumOfRuns(runs, 'exceptions');
    return {
      subject: `Day sheet of ${formatDayOfWeek(day)}`,
      paragraphs: [
        findingOf(runs),
        open === 0 ? 'Everything is decided.' : `${counted(open, 'exception')} still to decide.`,
        ...(runs.length > MAX_RUNS ? [`The first ${MAX_RUNS} of ${grouped(runs.length)} runs are below.`] : []),
      ],
      facts: [
        ...DAY_FIGURES.map((figure): [string, string] => [FIGURE_LABELS[figure], grouped(sumOfRuns(runs, figure))]),
        ...runs
          .slice(0, MAX_RUNS)
          .map(({ id, name, courier, parcels, firstTry, later }): [string, string, string] => [
            `${name}, ${courier}`,
            `${grouped(firstTry + later)} of ${grouped(parcels)} delivered`,
            link(paths.manageRun(id)),
          ]),
      ],
      action: { label: 'Open the day sheet', link: link(paths.daySheet({ day })) },
      closing: 'You get this every evening with runs, because you asked for it on that page. Turn it off there.',
    };
  }),
};
