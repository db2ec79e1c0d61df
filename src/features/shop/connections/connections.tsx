import { useState } from 'react';
import {
  CONNECTION_KINDS,
  CONNECTION_LABELS,
  type Connection,
  MAX_CONNECTIONS,
  type NewSecret,
} from '../../../domain/shops/connection.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/list/empty.tsx';
import { type Opened, ParcelDialog } from '../parcel-dialog.tsx';
import { ConnectionCard } from './connection-card.tsx';

export function Connections({ connections }: { connections: readonly Connection[] }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  // Shown until the page is left.
  const [made, setMade] = useState<NewSecret | null>(null);
  const isFull = connections.length >= MAX_CONNECTIONS;
  return (
    <>
      {connections.length === 0 && <Empty icon="package-open">No shop is connected yet.</Empty>}
      {connections.map((connection) => (
        <ConnectionCard
          key={connection.id}
          connection={connection}
          name={nameOf(connection, connections)}
          secret={made?.id === connection.id ? made.secret : null}
          onSecret={setMade}
          onParcel={() => setOpened({ connection })}
        />
      ))}
      <div className={connections.length > 0 ? 'border-t-2 border-rule-strong pt-6' : ''}>
        <div className="row gap-3">
          {CONNECTION_KINDS.map((kind) => (
            <Button
              key={kind}
              icon="plus"
              className="max-sm:w-full"
              aria-haspopup="dialog"
              disabled={isFull}
              onClick={() => setOpened({ kind })}
            >
              Connect {CONNECTION_LABELS[kind]}
            </Button>
          ))}
        </div>
        {isFull && <p className="soft text-small mt-2">{MAX_CONNECTIONS} shops are connected. Disconnect one first.</p>}
      </div>
      {opened && <ParcelDialog opened={opened} onClose={() => setOpened(null)} onConnected={setMade} />}
    </>
  );
}

/** `WooCommerce`, or `WooCommerce 2`. */
function nameOf({ id, kind }: Connection, all: readonly Connection[]): string {
  const alike = all.filter((one) => one.kind === kind);
  const at = alike.findIndex((one) => one.id === id);
  return alike.length > 1 ? `${CONNECTION_LABELS[kind]} ${at + 1}` : CONNECTION_LABELS[kind];
}
