import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import { BigLink } from '../../ui/big-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CollectView } from './collect/collect-view.tsx';
import { describeCollectionChange, findCollection } from './run/collections.ts';
import { Dock } from './run/dock.tsx';
import { describeChanges, parcelsInHand, parcelsToVisit } from './run/run-view.ts';
import { ScanView } from './scan-view.tsx';
import { StopView } from './stop-view.tsx';
import { DeliverView } from './visit/deliver-view.tsx';
import { ProblemView } from './visit/problem-view.tsx';
import type { VisitInHand } from './visit/use-visit.ts';

const VISITS = { deliver: DeliverView, problem: ProblemView, scan: ScanView };

/** A visit stays open even if the desk takes its stop away. */
export function StopSteps({ run, stopId, view }: { run: CourierRun; stopId: string; view: string }) {
  const [begunRun] = useState(run);
  const [inHand] = useState<VisitInHand | null>(useLocation().state);
  const find = ({ stops }: CourierRun) => stops.find(({ id }) => id === stopId);
  const begunStop = find(begunRun);
  const begun = view in VISITS ? parcelsInHand(begunRun, stopId, inHand?.begun) : [];
  const [search] = useSearchParams();
  const collectionId = view === 'collect' ? search.get('of') : null;
  const begunCollection = findCollection(begunRun, collectionId);
  const collection = findCollection(run, collectionId) ?? begunCollection;
  const current = find(run);
  const stop = current ?? (begun.length > 0 || begunCollection ? begunStop : undefined);
  if (!stop) {
    return (
      <>
        <Notice tone="warn" title="This stop is no longer on your run" />
        <Dock>
          <BigLink to={paths.courier} primary>
            My run
          </BigLink>
        </Dock>
      </>
    );
  }
  const isVisit = view in VISITS && (begun.length > 0 || parcelsToVisit(run, stopId).length > 0);
  const Visit = VISITS[view as keyof typeof VISITS];
  const changes = begunCollection
    ? describeCollectionChange(begunCollection, findCollection(run, collectionId))
    : describeChanges(begun, begunRun, run);
  return (
    <>
      {changes.length > 0 ? (
        <Notice tone="bad" title={`The desk has changed your run: ${changes.join(' ')}`} live>
          {begunCollection
            ? 'If you already took parcels, finish here. If not, leave them and ask the desk.'
            : 'If you already handed it over, finish here. If not, keep it and ask the desk.'}
        </Notice>
      ) : (
        run.version !== begunRun.version && (
          <Notice tone="warn" title="The desk has changed your run" live>
            Finish here, then look at all stops.
          </Notice>
        )
      )}
      {collection && <CollectView run={run} stop={stop} collection={collection} />}
      {!collection && isVisit && <Visit run={run} stop={stop} begun={begun} />}
      {!collection && !isVisit && <StopView run={run} stop={stop} />}
    </>
  );
}
