import { useMutation } from '@tanstack/react-query';
import type { Kept } from '../../offline/kept.ts';
import { askToPersist } from '../../offline/persistence.ts';
import { Button } from '../../ui/button.tsx';
import { Cell, Cells } from '../../ui/layout/cells.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { ClearKept } from './clear-kept.tsx';
import { KeptTable } from './kept-table.tsx';
import { otherLines, shipmentLines, sizeInWords } from './kept-words.ts';

/** What is cached for the signed-in person: totals, items, and a button to clear it. */
export function KeptSection({ kept }: { kept: Kept }) {
  const shipments = shipmentLines(kept.queries);
  const bytes = kept.queries.reduce((sum, query) => sum + query.bytes, kept.images.bytes + kept.answers.bytes);
  return (
    <>
      <Cells columns={4}>
        <Cell caption="Total" typed>
          {sizeInWords(bytes)}
        </Cell>
        <Cell caption="Shipments" typed>
          {String(new Set(shipments.map(({ trackingId }) => trackingId)).size)}
        </Cell>
        <Cell caption="Images" typed>
          {kept.images.count > 0 ? `${kept.images.count}, ${sizeInWords(kept.images.bytes)}` : '0'}
        </Cell>
        <Cell caption="Kept">{kept.isPersisted ? 'Until you clear it' : 'Until space runs low'}</Cell>
      </Cells>
      <div className="row gap-3">
        <ClearKept>
          You won’t be able to see any of it offline until you open it again. You’ll stay logged in, and anything you
          haven’t sent yet stays too.
        </ClearKept>
        {!kept.isPersisted && <Protect />}
      </div>
      <section aria-labelledby="kept-shipments">
        <h2 id="kept-shipments" className="block-head">
          Shipments
        </h2>
        <KeptTable caption="Stored shipments" lines={shipments} />
      </section>
      <section aria-labelledby="kept-others">
        <h2 id="kept-others" className="block-head">
          Everything else
        </h2>
        <KeptTable caption="Everything else that is stored" lines={otherLines(kept)} />
      </section>
    </>
  );
}

function Protect() {
  const protect = useMutation({
    mutationFn: askToPersist,
    onSuccess(isPersisted) {
      if (isPersisted) toast.good('Kept until you clear it');
      else toast.plain('Your browser decides', 'It keeps what you use often. Installing the app helps.');
    },
  });
  return (
    <Button icon="lock" pending={protect.isPending} onClick={() => protect.mutate()}>
      Always keep
    </Button>
  );
}
