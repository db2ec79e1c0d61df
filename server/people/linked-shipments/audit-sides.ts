import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { EMAIL_OF_SIDE, type LinkedSide } from '../../shipments/store/linked-accounts.ts';

/** Records that shipments name another address of the same person. */
export async function auditMovedSides(
  unit: UnitOfWork,
  moved: readonly LinkedSide[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  await unit.audit(
    moved.map(({ id, side }) => ({
      entity: 'shipment' as const,
      entityId: id,
      before: { [EMAIL_OF_SIDE[side]]: from },
      after: { [EMAIL_OF_SIDE[side]]: to },
    })),
  );
}

/** Records that shipments belong to another account, or to none. */
export async function auditLinks(
  unit: UnitOfWork,
  sides: readonly LinkedSide[],
  from: string | null,
  to: string | null,
): Promise<void> {
  await unit.audit(
    sides.map(({ id, side }) => ({
      entity: 'shipment' as const,
      entityId: id,
      before: { [side]: from },
      after: { [side]: to },
    })),
  );
}
