import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { isAtDoor } from '../../src/domain/places/learn-place.ts';
import { REASONS_WITH_PHOTO } from '../../src/domain/reasons.ts';
import type { DeclaredProof, Visit } from '../../src/domain/runs/facts.ts';
import { missingProof, policyOf } from '../../src/domain/runs/proof-policy.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { auditEntries } from '../base/database/tables/audit.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { anyOf } from '../base/sql/lists.ts';
import { bookPayments } from '../cod/book-payments.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { checkHandover } from '../handover/handover-codes.ts';
import type { MailRequest } from '../mail/store/mails.ts';
import { learnFromVisit } from '../places/learn-from-visit.ts';
import { ERASE_ACCOUNT } from '../shipments/store/linked-accounts.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import type { Parcel } from './fact-context.ts';
import { notFound, recordFact } from './record-fact.ts';
import { insertVisitTexts } from './store/courier-facts.ts';
import { findStopOfCourier } from './store/run-tasks.ts';
import { insertProofs } from './store/visit-proofs.ts';
import { followVisit } from './tell-today.ts';

/**
 * Which of these shipments lost their receiver because that account was deleted, and nobody is
 * linked there now.
 */
async function listWithDeletedReceiver(tx: Transaction, locked: readonly Locked<ShipmentRow>[]): Promise<string[]> {
  if (locked.length === 0) return [];
  const ids = locked.map(({ id }) => id);
  const wasDeleted = tx
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.entity, 'shipment'),
        eq(auditEntries.entityId, shipments.id),
        anyOf(auditEntries.procedure, ['userAdmin.deleteUser', ERASE_ACCOUNT]),
        sql`${auditEntries.before} ? 'receiverId'`,
      ),
    );
  const rows = await tx
    .select({ id: shipments.id })
    .from(shipments)
    .where(and(anyOf(shipments.id, ids), isNull(shipments.receiverId), exists(wasDeleted)));
  return rows.map(({ id }) => id);
}

/**
 * Records an act at a door; custody decides whether it is accepted, not the role.
 * @throws Like `recordFact`.
 */
export async function reportVisit(unit: UnitOfWork, input: Visit): Promise<void> {
  const stop = await findStopOfCourier(unit.tx, unit.actor?.id ?? '', input.stopId);
  if (!stop) throw notFound();
  const { recipient = '', note = '', proofs, cameraFailed = false } = input;
  const payments = new Map(input.payments?.map(({ taskId, ...payment }) => [taskId, payment]));
  const outcomes = new Map(
    input.outcomes.map((outcome) => [outcome.taskId, { ...outcome, payment: payments.get(outcome.taskId) }]),
  );
  const { secrets, environment, environmentOn } = unit.services;
  const codes = { executor: unit.tx, secrets, environment };
  const shows = ({ taskIds }: DeclaredProof, parcel: Parcel) => taskIds.some((id) => parcel.taskIds.includes(id));
  if (proofs.some(({ taskIds }) => taskIds.some((id) => !outcomes.has(id)))) throw notFound();

  await recordFact(
    unit,
    {
      kind: 'visit',
      input,
      runId: stop.runId,
      stopId: stop.id,
      taskIds: [...outcomes.keys()],
      outcomeOf: (task) => outcomes.get(task.id) ?? null,
      checkCode: async ({ outcome, shipment, task }, { occurredAt: at }) =>
        outcome.result === 'delivered' ? checkHandover(codes, shipment, { code: outcome.code, task, at }) : null,
    },
    async ({ parcels, run, when, raiseException: except }) => {
      // A phone that was offline reports by the rules of its day.
      const { PROOF_POLICY } = environmentOn(dayIn(environment.TIME_ZONE, when.occurredAt));
      for (const parcel of parcels) {
        const { task, shipment, outcome } = parcel;
        const shown = proofs.filter((proof) => shows(proof, parcel));
        const photos = shown.filter(({ kind }) => kind === 'photo').length;
        const policy = policyOf(shipment.proof, PROOF_POLICY);
        const given = { photos, signatures: shown.length - photos, hasName: recipient !== '', cameraFailed };
        const needsPhoto = outcome.reason !== undefined && REASONS_WITH_PHOTO.includes(outcome.reason);
        const lacksPhoto = needsPhoto && photos === 0 && !cameraFailed;
        const lacksProof = outcome.result === 'delivered' && missingProof(policy, given).length > 0;
        if (parcel.code === 'missing') except('code-missing', task.id);
        if (parcel.code === 'wrong') {
          except('code-mismatch', task.id);
          await unit.mails(mismatchMails(shipment));
        }
        if (lacksPhoto || lacksProof) except('proof-not-given', task.id);
        if (cameraFailed && photos === 0 && (needsPhoto || policy.photo === 'required'))
          except('camera-failed', task.id);
      }
      if (input.at && isAtDoor(input.outcomes))
        await learnFromVisit(unit, stop, { at: input.at, takenAt: when.occurredAt });
      const shipments = parcels.map(({ shipment }) => shipment);
      const paid = parcels.filter(({ shipment, outcome, visits }) => {
        return shipment.codCents !== null || outcome.payment || visits.some(({ paidCents }) => paidCents !== null);
      });
      const problems = await bookPayments(
        unit,
        input.id,
        paid.map(({ shipment }) => shipment),
      );
      for (const { shipmentId, problem } of problems)
        except(problem, parcels.find(({ shipment }) => shipment.id === shipmentId)?.task.id);
      await followVisit(unit, run, { shipmentIds: shipments.map(({ id }) => id), ...when });
      const orphans = await listWithDeletedReceiver(unit.tx, shipments);
      if (orphans.length === 0) await insertVisitTexts(unit.tx, { visitId: input.id, recipient, note });
      await insertProofs(
        unit.tx,
        proofs.map((proof) => {
          const shown = parcels.filter((parcel) => shows(proof, parcel)).map(({ shipment }) => shipment.id);
          const { kind, type, size } = proof;
          return {
            kind,
            type,
            size,
            visitId: input.id,
            sha256: Buffer.from(proof.sha256, 'hex'),
            shipmentIds: shown,
            erasedAt: shown.some((id) => orphans.includes(id)) ? new Date() : null,
          };
        }),
      );
    },
  );
}

const mismatchMails = ({ id: shipmentId, senderEmail, receiverEmail }: Parcel['shipment']): MailRequest[] => [
  { kind: 'code-mismatch', receiver: senderEmail, about: { shipmentId, party: 'sender' } },
  { kind: 'code-mismatch', receiver: receiverEmail, about: { shipmentId, party: 'receiver' } },
];
