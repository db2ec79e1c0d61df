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
  /** A quiet button or two, under the entry. */
  action?: ReactNode;
}

/** What happened, where and when. */
export function EventEntry({ title, address, time, dateTime, action }: EventEntryProps) {
  return (
    <li className="event">
      <p className="event-title">{title}</p>
      {address && <address className="text-small text-ink-soft">{address}</address>}
      <time dateTime={dateTime} className="event-time">
        {time}
      </time>
      {action}
    </li>
  );
}
