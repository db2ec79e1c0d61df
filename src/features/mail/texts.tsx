import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatPrice } from '../../config/currency.ts';
import { formatListDate } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import { messageLabel } from '../../domain/messages.ts';
import { paths } from '../../domain/paths.ts';
import type { SmsReport } from '../../domain/sms.ts';
import { Section } from '../../ui/layout/section.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { textsQuery } from './queries.ts';

type Problem = SmsReport['problems'][number];

const COLUMNS: Column<Problem>[] = [
  {
    key: 'date',
    head: 'Date',
    place: 'side',
    cell: ({ createdAt }) => <span className="when">{formatListDate(createdAt)}</span>,
  },
  {
    key: 'text',
    head: 'Text',
    place: 'main',
    cell: ({ event, number, shipmentId }) => (
      <>
        <Link to={paths.manageShipment(shipmentId)}>{messageLabel(event)}</Link>
        <span translate="no" className="second-line typed">
          {number}
        </span>
      </>
    ),
  },
  {
    key: 'problem',
    head: 'What happened',
    place: 'body',
    cell: ({ state, lastError, reply }) => (
      <>
        {problemLabel(state)}
        {lastError && <span className="second-line break-anywhere">{lastError}</span>}
        {reply && <span className="second-line break-anywhere">The receiver answered: “{reply}”</span>}
      </>
    ),
  },
];

function problemLabel(state: Problem['state']): string {
  if (state === 'unknown') return 'May have been sent. We don’t send it again.';
  if (state === 'queued') return 'Not sent yet. We try again.';
  return state === 'failed' ? 'Not sent' : 'Sent';
}

/** What texts cost, and those to look at. Nothing while they are off. */
export function Texts() {
  const { data } = useQuery(textsQuery);
  if (!data?.month) return null;
  const { messages, segments, cost, waiting, day } = data.month;
  const month = new Date(`${day}T12:00`).toLocaleString('en', { month: 'long' });
  return (
    <Section id="texts" title="Texts" className="stack gap-3 mb-6">
      <p>
        {month}: {counted(messages, 'text')} in {counted(segments, 'part')}, {formatPrice(cost)}
        {waiting > 0 && `. ${counted(waiting, 'text')} waiting`}.
      </p>
      {data.problems.length > 0 && (
        <DataTable
          caption="Texts to look at"
          columns={COLUMNS}
          rows={data.problems}
          rowKey={({ id }) => id}
          empty={null}
        />
      )}
    </Section>
  );
}
