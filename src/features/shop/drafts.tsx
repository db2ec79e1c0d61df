import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Act } from '../../acts/act.tsx';
import { formatPrice } from '../../config/currency.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import {
  type ConfirmedDrafts,
  DRAFTS_PAGE_SIZE,
  type Draft,
  type DraftCounts,
  type GetDrafts,
} from '../../domain/shops/draft.ts';
import { Button } from '../../ui/button.tsx';
import { Tab } from '../../ui/layout/tab.tsx';
import { PagedView } from '../../ui/list/paged-view.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PrintButton } from '../labels/print-button.tsx';
import { DraftTable } from './draft-table.tsx';
import { useConfirmDrafts, useDeleteDrafts, useTakeDrafts } from './mutations.ts';
import { draftsQuery } from './queries.ts';

export const SHOWN = ['ready', 'to-fix', 'not-to-send'] as const;
export type Shown = (typeof SHOWN)[number] | undefined;

const TABS: readonly [Shown, label: string, countIn: (counts: DraftCounts) => number][] = [
  [undefined, 'All', ({ ready, toFix, withheld }) => ready + toFix + withheld],
  ['ready', 'Ready', ({ ready }) => ready],
  ['to-fix', 'To fix', ({ toFix }) => toFix],
  ['not-to-send', 'Not to be sent', ({ withheld }) => withheld],
];

/** What the tab asks the server for. */
export const draftsSearch = (page: number, show: Shown): GetDrafts => {
  if (show === undefined) return { page };
  return show === 'not-to-send' ? { page, withheld: true } : { page, ready: show === 'ready' };
};

export function Drafts({ page, show }: { page: number; show: Shown }) {
  const query = useQuery({ ...draftsQuery(draftsSearch(page, show)), placeholderData: keepPreviousData });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<ConfirmedDrafts>([]);
  const confirm = useConfirmDrafts((made) => {
    setResults(made);
    setChosen(new Set());
  });
  const remove = useDeleteDrafts(() => setChosen(new Set()));
  const take = useTakeDrafts();
  const rows = query.data?.data ?? [];
  const isWithheld = show === 'not-to-send';
  const selectable = isWithheld ? rows : rows.filter(({ fee }) => fee !== null);
  const kind = isWithheld ? '' : ' ready';
  const selected = rows.filter(({ id }) => chosen.has(id));
  const withheld = selected.filter((draft) => draft.withheld);
  const payable = selected.filter(({ fee }) => fee !== null);
  const counts = query.data?.counts;
  const failures = new Map(results.flatMap(({ id, message }) => (message === null ? [] : [[id, message]])));

  const choose = (drafts: readonly Pick<Draft, 'id'>[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const { id } of drafts) isChosen ? next.add(id) : next.delete(id);
      return next;
    });

  return (
    <>
      <ConfirmedNotice results={results} />
      <nav aria-label="Filter drafts" className="tabs">
        {TABS.map(([value, label, countIn]) => (
          <Tab key={label} to={paths.drafts({ show: value })} current={show === value}>
            {counts ? `${label} (${countIn(counts)})` : label}
          </Tab>
        ))}
      </nav>
      <PagedView
        query={query}
        page={page}
        size={DRAFTS_PAGE_SIZE}
        to={(target) => paths.drafts({ show, page: target })}
        action={() =>
          selectable.length > 0 && (
            <Button small icon="check" onClick={() => choose(selectable, true)}>
              {selectable.length === counts?.[isWithheld ? 'withheld' : 'ready']
                ? `Select all${kind} (${selectable.length})`
                : `Select the ${selectable.length}${kind} on this page`}
            </Button>
          )
        }
        renderTotal={(total) => counted(total, 'draft')}
      >
        {(drafts, dimmed) => (
          <DraftTable
            drafts={drafts}
            chosen={chosen}
            onChoose={(id, isChosen) => choose([{ id }], isChosen)}
            failures={failures}
            dimmed={dimmed}
          />
        )}
      </PagedView>
      {selected.length > 0 && (
        <section aria-label="Selection" className="pick-bar">
          <div className="row gap-x-3 gap-y-2">
            <p role="status" className="mr-auto font-700 tabular-nums">
              {counted(selected.length, 'draft')} selected, {formatPrice(totalOf(payable))}
            </p>
            <Button small variant="quiet" icon="x" onClick={() => setChosen(new Set())}>
              Clear
            </Button>
          </div>
          <div className="row gap-2">
            <Act
              button={
                <Button variant="primary" small icon="package-plus" disabled={payable.length === 0}>
                  Create {counted(payable.length, 'shipment')}
                </Button>
              }
              change={confirm}
              input={{ drafts: payable.map(({ id, version, fee }) => ({ id, version, seenFee: fee ?? 0 })) }}
              title={`Create ${counted(payable.length, 'shipment')}?`}
              label="Create"
              pendingLabel="Creating"
            >
              <p>
                Together they cost <b className="tabular-nums">{formatPrice(totalOf(payable))}</b>.
                {payable.length < selected.length &&
                  ` ${counted(selected.length - payable.length, 'draft')} to fix will stay as ${selected.length - payable.length === 1 ? 'it is' : 'they are'}.`}
              </p>
            </Act>
            {withheld.length > 0 && (
              <Button
                small
                icon="check"
                pending={take.isPending}
                pendingLabel="Changing"
                onClick={() => take.mutate({ ids: withheld.map(({ id }) => id) })}
              >
                Send {withheld.length} anyway
              </Button>
            )}
            <Act
              button={
                <Button small variant="destructive" icon="trash-2">
                  Delete
                </Button>
              }
              change={remove}
              input={{ ids: selected.map(({ id }) => id) }}
              title={`Delete ${counted(selected.length, 'draft')}?`}
              label="Delete"
              pendingLabel="Deleting"
              destructive
            >
              <p>
                You can’t undo this. Importing the same file again brings its rows back, but orders of a connected shop
                never come back.
              </p>
            </Act>
          </div>
        </section>
      )}
    </>
  );
}

/** In whole cents, which add up. */
const totalOf = (drafts: readonly Draft[]) =>
  drafts.reduce((sum, { fee }) => sum + Math.round((fee ?? 0) * 100), 0) / 100;

function ConfirmedNotice({ results }: { results: ConfirmedDrafts }) {
  const ids = results.flatMap(({ shipment }) => shipment?.id ?? []);
  const failed = results.length - ids.length;
  if (results.length === 0) return null;
  return (
    <Notice
      tone={failed > 0 ? 'warn' : 'good'}
      live
      title={`${counted(ids.length, 'shipment')} created`}
      action={
        ids.length > 0 && (
          <PrintButton toPrint={{ ids, total: ids.length }} documents={['labels', 'handover']} variant="primary">
            Print labels
          </PrintButton>
        )
      }
    >
      {failed > 0 && `${counted(failed, 'draft')} could not be confirmed. See why in the list.`}
    </Notice>
  );
}
