import { forgetPayers } from '../../banking/store/bank-entries.ts';
import { eraseChoicesOf, eraseOldChoices } from '../../choices/store/choices.ts';
import { markNotHandedOver } from '../../cod/store/cod.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { EXPIRED_PROOF_QUEUE } from '../../jobs/queues.ts';
import { forgetUnknown } from '../../pickups/store/collections.ts';
import { deleteExpiredNotes } from '../store/run-exceptions.ts';
import { eraseStops } from '../store/run-tasks.ts';
import {
  deleteExpiredWords,
  deleteVisitTextsOf,
  eraseProof,
  listExpiredProofs,
  lockProofsOf,
  markOverdueProofs,
} from '../store/visit-proofs.ts';

const PROOF_OVERDUE_HOURS = 24;
const CASH_OVERDUE_HOURS = 24;
/** Books are kept this long. */
const BANK_YEARS = 10;
const BATCH_SIZE = 100;

/** Marks overdue pictures and deletes expired ones, files first: a crash only repeats it. */
export async function tidyProofs({ db, proofs, environment }: Pick<Services, 'db' | 'proofs' | 'environment'>) {
  await markOverdueProofs(db, PROOF_OVERDUE_HOURS);
  await markNotHandedOver(db, CASH_OVERDUE_HOURS);
  while (!(await deleteExpiredWords(db, environment.PROOF_DAYS)));
  while (!(await eraseOldChoices(db, environment.PROOF_DAYS)));
  await deleteExpiredNotes(db, environment.PROOF_DAYS);
  while (!(await forgetUnknown(db, environment.PROOF_DAYS)));
  await forgetPayers(db, BANK_YEARS);
  await eraseStops(db, environment.PROOF_DAYS);
  for (;;) {
    const expired = await listExpiredProofs(db, environment.PROOF_DAYS, BATCH_SIZE);
    for (const proof of expired) {
      if (proof.storageKey) await proofs.remove(proof.storageKey);
      await eraseProof(db, proof);
    }
    if (expired.length < BATCH_SIZE) return;
  }
}

export async function eraseProofsOfReceiver(unit: UnitOfWork, shipmentIds: readonly string[]): Promise<void> {
  const proofs = await lockProofsOf(unit.tx, shipmentIds);
  for (const proof of proofs) await eraseProof(unit.tx, proof);
  await deleteVisitTextsOf(unit.tx, shipmentIds);
  await eraseChoicesOf(unit.tx, shipmentIds);
  const keys = proofs.flatMap(({ storageKey }) => storageKey ?? []);
  const files = keys.map((key) => ({ data: { key }, priority: 0 }));
  await unit.services.jobs.sendMany(unit.tx, EXPIRED_PROOF_QUEUE, files);
}
