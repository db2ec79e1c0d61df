import { type ReactNode, useState } from 'react';
import { exceptionText, formatParcelNumbers } from '../../domain/runs/exceptions.ts';
import type { RunException } from '../../domain/runs/views.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { ResolvedList } from './resolved-list.tsx';

interface ExceptionListProps<Exception> {
  exceptions: readonly Exception[];
  renderPlace: (exception: Exception) => ReactNode;
}

export function ExceptionList<Exception extends RunException>({
  exceptions,
  renderPlace,
}: ExceptionListProps<Exception>) {
  const [resolving, setResolving] = useState<Exception | null>(null);
  const open = exceptions.filter(({ resolved }) => !resolved);
  const resolved = exceptions.filter((exception) => exception.resolved);
  return (
    <>
      {exceptions.length > 0 && (
        // `data-result`: the heading gets the focus when a button disappears.
        <Section id="exceptions" title="Exceptions" head="block-head" data-result="exceptions" className="stack gap-4">
          {open.length > 0 && (
            <div className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,26rem),1fr))]">
              {open.map((exception) => (
                <OpenException
                  key={exception.id}
                  exception={exception}
                  place={renderPlace(exception)}
                  onResolve={() => setResolving(exception)}
                />
              ))}
            </div>
          )}
          {resolved.length > 0 && (
            <details>
              <summary className="go-touch cursor-pointer text-small">{resolved.length} resolved</summary>
              <ResolvedList exceptions={resolved} renderPlace={renderPlace} />
            </details>
          )}
        </Section>
      )}
      {/* Stays open if someone else resolves the last one. */}
      {resolving && <ResolveDialog exception={resolving} onClose={() => setResolving(null)} />}
    </>
  );
}

interface OpenExceptionProps {
  exception: RunException;
  place: ReactNode;
  onResolve: () => void;
}

function OpenException({ exception: { kind, parcels }, place, onResolve }: OpenExceptionProps) {
  const { title, advice } = exceptionText(kind);
  return (
    <Notice
      tone="warn"
      title={title}
      action={
        <Button small icon="check" aria-label={`Resolve: ${title}`} onClick={onResolve}>
          Resolve
        </Button>
      }
    >
      {parcels && <p className="font-650">{formatParcelNumbers(parcels)}</p>}
      <p>{advice}</p>
      <p className="text-small break-anywhere">{place}</p>
    </Notice>
  );
}
