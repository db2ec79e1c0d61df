import {
  type ChoiceKind,
  type ChoiceRow,
  type Choices,
  choiceRefusal,
  type Door,
  describeMade,
  isDeliveryOver,
  isDisputed,
  isLocked,
  type Rating,
} from '../../src/domain/choices.ts';
import { policyOf, requiresCode } from '../../src/domain/runs/proof-policy.ts';
import type { Party } from '../../src/domain/shipment.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { listCollectionDays, type ReturnSettings } from '../returns/terms.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { findDoor, listChoices } from './store/choices.ts';

export type ChoiceSettings = ReturnSettings & Pick<Environment, 'PROOF_POLICY' | 'CHOICES' | 'RATINGS'>;

export const refusalOf = (
  kind: ChoiceKind,
  { status, proof, codCents }: ShipmentRow,
  { PROOF_POLICY }: ChoiceSettings,
  { door, rows }: { door: Door | null; rows: readonly ChoiceRow[] },
) => {
  const policy = policyOf(proof, PROOF_POLICY);
  return choiceRefusal(kind, {
    status,
    door,
    locked: isLocked(rows),
    hasCod: (codCents ?? 0n) > 0n,
    proof: policy,
    needsCode: requiresCode(policy),
  });
};

/** Anybody at the door may have the code. */
export const refusalOfGuest = (kind: ChoiceKind, { receiverId }: ShipmentRow, userId: string | null) =>
  kind === 'address' && (userId === null || userId !== receiverId)
    ? { reason: 'not-here' as const, sentence: 'Sign in with the account that has this parcel.' }
    : null;

/** Describes a shipment’s choices, made and possible, for its parties and the desk. */
export async function describeChoices(
  executor: Executor,
  environment: ChoiceSettings,
  shipment: ShipmentRow,
  reader: Party | 'desk',
  userId: string | null = null,
): Promise<Choices> {
  const rows = await listChoices(executor, [shipment.id]);
  const isOver = isDeliveryOver(shipment.status);
  const rating = {
    ...(reader !== 'sender' && environment.RATINGS && shipment.status === 'delivered' && { rating: ratingIn(rows) }),
  };
  if (isOver && rows.length === 0) return { made: [], options: [], days: [], ...rating };
  const door = await findDoor(executor, shipment.id);
  const kinds = isOver ? [] : environment.CHOICES;
  const disputed = isDisputed(rows);
  // Later, the desk only deals with a dispute.
  const canLock = reader === 'desk' ? !isOver || disputed : reader === 'sender' && !isOver && !disputed;
  return {
    made: describeMade(rows, door, isOver),
    // A sender only agrees to an address that the receiver has asked for.
    options: kinds
      .filter((kind) => kind !== 'address' || reader !== 'sender')
      .map((kind) => {
        const refused =
          refusalOf(kind, shipment, environment, { door, rows }) ??
          (reader === 'receiver' ? refusalOfGuest(kind, shipment, userId) : null);
        return { kind, ...(refused && { refusal: refused.sentence }) };
      }),
    days: isOver ? [] : listCollectionDays(environment),
    ...(isLocked(rows) && { locked: true }),
    ...(disputed && { disputed: true }),
    ...(canLock && { canLock: true }),
    ...rating,
  };
}

export const ratingsIn = (rows: readonly ChoiceRow[]): Rating[] =>
  rows.flatMap(({ kind, text }) => (kind === 'went-well' || kind === 'went-badly' ? { kind, text } : []));
export const ratingIn = (rows: readonly ChoiceRow[]): Rating | null => ratingsIn(rows).at(-1) ?? null;
