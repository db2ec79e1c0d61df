import type { ReactNode } from 'react';

/** Dated entries, the newest on top. Holds `EventEntry`s. */
export function Events({ children }: { children: ReactNode }) {
  return <ul className="events">{children}</ul>;
}

interface EventEntryProps {
  title: ReactNode;
  address?: ReactNode;
  /** As people read it. */
  time: string;
  /** As machines read it (ISO). */
  dateTime?: string;
  /** Something to know about the entry. */
  note?: ReactNode;
  /** It has not happened here yet: drawn hollow. */
  hollow?: boolean;
  /** A quiet button or two, under the entry. */
  action?: ReactNode;
}

/** What happened, where and when. */
export function EventEntry({ title, address, time, dateTime, note, hollow = false, action }: EventEntryProps) {
  return (
    <li className={hollow ? 'event event-hollow' : 'event'}>
      <p className="event-title">{title}</p>
      {address && <address className="text-small text-ink-soft">{address}</address>}
      <time dateTime={dateTime} className="event-time">
        {time}
      </time>
      {note}
      {action}
    </li>
  );
}
