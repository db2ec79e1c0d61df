import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { formatClock, formatDayOfWeek, formatTimeOfDay } from '../../../domain/dates.ts';
import { parseDay } from '../../../domain/day.ts';
import { paths } from '../../../domain/paths.ts';
import { DayPicker } from '../../../features/manage-runs/day-picker.tsx';
import { DaySheet } from '../../../features/manage-runs/day-sheet/day-sheet.tsx';
import { useDownloadDaySheet, useEmailDaySheet } from '../../../features/manage-runs/day-sheet/mutations.ts';
import { daySheetQuery } from '../../../features/manage-runs/day-sheet/queries.ts';
import { ReportHead } from '../../../features/reports/report-head.tsx';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

const dayIn = (search: URLSearchParams) => parseDay(search.get('day'));

export const loader = prefetch((client, search) => client.prefetchQuery(daySheetQuery(dayIn(search))));

export function Component() {
  const [search] = useSearchParams();
  const day = dayIn(search);
  const sheet = useQuery(daySheetQuery(day));
  const download = useDownloadDaySheet();
  const emailing = useEmailDaySheet();
  const email = sheet.data?.email;
  const shown = day ?? sheet.data?.day;
  return (
    <DeskPage
      title="Day sheet"
      description="What became of the runs of a day, and what is still to decide."
      query={sheet}
      above={[{ label: 'Runs', to: paths.manageRuns({ day }) }]}
      className="day-sheet"
      heading={
        <ReportHead
          title="Day sheet"
          shown={shown}
          download={download}
          emailing={emailing}
          email={email && { label: 'Every evening', isOn: email.isOn }}
        />
      }
    >
      <div className="print:hidden">
        {shown && <DayPicker day={shown} to={(chosen) => paths.daySheet({ day: chosen })} />}
      </div>
      <QueryView query={sheet}>
        {(known) => (
          <>
            <h2>{formatDayOfWeek(known.day)}</h2>
            <p className="soft">
              As of {formatClock(known.asOf)}
              {known.isOpen && '. This day isn’t over: later reports still change it.'}
            </p>
            {known.email?.isOn && (
              <p className="soft print:hidden">
                We email you the sheet of each day with runs after{' '}
                {formatTimeOfDay(`${known.email.hour}:00`.padStart(5, '0'))}.
              </p>
            )}
            <DaySheet sheet={known} />
          </>
        )}
      </QueryView>
    </DeskPage>
  );
}
