import type { ReactNode } from 'react';
import { DateText } from '../date-text.tsx';

export function Events({ children }: { children: ReactNode }) {
  return <ul className="events">{children}</ul>;
}

interface EventEntryProps {
  title: ReactNode;
  address?: ReactNode;
  time: string;
  dateTime?: string;
  note?: ReactNode;
  /** Drawn hollow: not confirmed by the server yet. */
  hollow?: boolean;
  action?: ReactNode;
}

export function EventEntry({ title, address, time, dateTime, note, hollow = false, action }: EventEntryProps) {
  return (
    <li className={hollow ? 'event event-hollow' : 'event'}>
      <p className="event-title">{title}</p>
      {address && (
        <address translate="no" className="text-small text-ink-soft">
          {address}
        </address>
      )}
      <time dateTime={dateTime} className="event-time">
        <DateText>{time}</DateText>
      </time>
      {note}
      {action}
    </li>
  );
}
