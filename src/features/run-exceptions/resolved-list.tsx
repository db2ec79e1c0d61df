import type { ReactNode } from 'react';
import { formatActivityDate } from '../../domain/dates.ts';
import { exceptionText } from '../../domain/runs/exceptions.ts';
import type { RunException } from '../../domain/runs/views.ts';
import { EventEntry, Events } from '../../ui/list/events.tsx';

interface ResolvedListProps<Exception> {
  exceptions: readonly Exception[];
  renderPlace: (exception: Exception) => ReactNode;
}

export function ResolvedList<Exception extends RunException>({
  exceptions,
  renderPlace,
}: ResolvedListProps<Exception>) {
  return (
    <Events>
      {exceptions.map((exception) => {
        const { id, kind, resolved } = exception;
        if (!resolved) return null;
        return (
          <EventEntry
            key={id}
            title={exceptionText(kind).title}
            time={`Resolved ${formatActivityDate(resolved.at)}`}
            dateTime={resolved.at}
            note={
              <>
                <p className="text-small break-anywhere">{renderPlace(exception)}</p>
                <p className="text-small break-anywhere">
                  {resolved.by ? `By ${resolved.by}` : 'By itself'}
                  {resolved.note && `: “${resolved.note}”`}
                </p>
              </>
            }
          />
        );
      })}
    </Events>
  );
}
