import { randomBytes } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { paths } from '../../src/domain/paths.ts';
import {
  type ChangeConnection,
  CONNECTION_LABELS,
  type Connection,
  type ConnectionKind,
  type ConnectShop,
  MAX_CONNECTIONS,
  type ReplaceSecret,
  SECRET_MESSAGE,
} from '../../src/domain/shops/connection.ts';
import { FOR_SHOP_TO_SAY } from '../../src/domain/shops/order-state.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { shopConnections } from '../base/database/tables/shops/connections.ts';
import { drafts } from '../base/database/tables/shops/drafts.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import { insertRow } from '../base/sql/rows.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import type { ConnectionRow } from './store/connections.ts';
import { takeDrafts } from './store/drafts.ts';

function listConnections(executor: Executor, userId: string): Promise<ConnectionRow[]> {
  return executor
    .select()
    .from(shopConnections)
    .where(eq(shopConnections.userId, userId))
    .orderBy(asc(shopConnections.id));
}

export async function getConnections(
  { db, secrets, environment: { PUBLIC_URL } }: Pick<Services, 'db' | 'secrets' | 'environment'>,
  userId: string,
): Promise<Connection[]> {
  return (await listConnections(db, userId)).map(
    ({ id, kind, secret, parcel, orderAt, orderReference, orderOutcome, problemAt, problem, ...row }) => {
      const isLost = secret !== null && secrets.sealedBy(secret) === 'unknown';
      return {
        id,
        kind,
        url: `${PUBLIC_URL}${paths.inbound(kind, id)}`,
        hasSecret: secret !== null && !isLost,
        parcel,
        order: orderAt &&
          orderOutcome && { at: orderAt.toISOString(), reference: orderReference, outcome: orderOutcome },
        problem: isLost
          ? { at: new Date().toISOString(), message: LOST_SECRET }
          : problemAt && { at: problemAt.toISOString(), message: problem },
        states: [...new Set([...row.acceptedStates, ...row.seenStates])].map((state) => ({
          state,
          isAccepted: row.acceptedStates.includes(state),
        })),
      };
    },
  );
}

const LOST_SECRET = 'The secret is no longer readable here. Make a new one, and enter it on both sides.';

/** Has 256 bits, in letters that WordPress leaves as they are. */
const createSecret = () => randomBytes(32).toString('base64url');

/** WooCommerce lets us choose the secret; Shopify shows its own later. */
const secretFor = (kind: ConnectionKind) => (kind === 'woocommerce' ? createSecret() : null);

/**
 * A secret is returned this once.
 * @throws UNAUTHORIZED, PRECONDITION_FAILED.
 */
export async function connectShop(
  unit: UnitOfWork,
  userId: string,
  { kind, parcel }: ConnectShop,
): Promise<{ id: string; secret: string | null }> {
  // So that nobody makes one too many.
  if (!(await lockUser(unit.tx, userId))) throw new UserError('UNAUTHORIZED');
  if ((await listConnections(unit.tx, userId)).length >= MAX_CONNECTIONS) {
    throw new UserError('PRECONDITION_FAILED', `You have ${MAX_CONNECTIONS} connected shops. Disconnect one first.`);
  }
  const secret = secretFor(kind);
  const sealed = secret && unit.services.secrets.encryptCode(secret);
  const { id } = await insertRow(unit.tx, shopConnections, { userId, kind, parcel, secret: sealed || null });
  await unit.audit({ entity: 'user', entityId: userId, after: { connectedShop: CONNECTION_LABELS[kind] } });
  return { id, secret };
}

/** @throws NOT_FOUND, also for others’ connections. */
async function lockConnection({ tx }: UnitOfWork, userId: string, id: string): Promise<ConnectionRow> {
  await lockShop(tx, userId);
  const isTheirs = and(eq(shopConnections.id, id), eq(shopConnections.userId, userId));
  const [connection] = await tx.select().from(shopConnections).where(isTheirs).for('no key update');
  if (!connection) throw new UserError('NOT_FOUND', 'This shop is no longer connected.');
  return connection;
}

async function updateConnection(
  tx: Transaction,
  id: string,
  changes: Partial<Pick<ConnectionRow, 'secret' | 'parcel' | 'acceptedStates'>>,
): Promise<void> {
  await tx.update(shopConnections).set(changes).where(eq(shopConnections.id, id));
}

const waitsIn = (connectionId: string, states: readonly string[]) =>
  and(
    eq(drafts.connectionId, connectionId),
    isNull(drafts.shipmentId),
    anyOf(sql`${drafts.withheld} ->> 'reason'`, FOR_SHOP_TO_SAY),
    anyOf(sql`${drafts.withheld} ->> 'state'`, states),
  );

/**
 * The states count for orders from now on.
 * @throws NOT_FOUND
 */
export async function changeConnection(
  unit: UnitOfWork,
  userId: string,
  { id, parcel, acceptedStates }: ChangeConnection,
): Promise<void> {
  await lockConnection(unit, userId, id);
  const changes = {
    ...(parcel && { parcel }),
    ...(acceptedStates && { acceptedStates: [...new Set(acceptedStates)] }),
  };
  if (Object.keys(changes).length > 0) await updateConnection(unit.tx, id, changes);
  if (acceptedStates) await takeDrafts(unit.tx, waitsIn(id, acceptedStates));
}

/**
 * Our own secret is returned this once.
 * @throws NOT_FOUND, field error at `secret`.
 */
export async function replaceConnectionSecret(
  unit: UnitOfWork,
  userId: string,
  { id, secret: given }: ReplaceSecret,
): Promise<{ id: string; secret: string | null }> {
  const { kind } = await lockConnection(unit, userId, id);
  const made = given === undefined ? secretFor(kind) : null;
  const secret = given ?? made;
  if (secret === null) throw fieldError('secret', SECRET_MESSAGE);
  await updateConnection(unit.tx, id, { secret: unit.services.secrets.encryptCode(secret) });
  const after = { connectedShop: CONNECTION_LABELS[kind], newSecret: true };
  await unit.audit({ entity: 'user', entityId: userId, after });
  return { id, secret: made };
}

/** @throws NOT_FOUND */
export async function disconnectShop(unit: UnitOfWork, userId: string, { id }: { id: string }): Promise<void> {
  const { kind } = await lockConnection(unit, userId, id);
  await unit.tx.delete(shopConnections).where(eq(shopConnections.id, id));
  await unit.audit({ entity: 'user', entityId: userId, before: { connectedShop: CONNECTION_LABELS[kind] } });
}
