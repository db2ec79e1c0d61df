import { ROLES_OF_CALLS } from '../../src/domain/roles.ts';
import type { Environment } from '../base/config/env.ts';
import type { Database } from '../base/database/client.ts';
import { findOtherCurrency } from '../ledger/store/currency.ts';
import { isOnlyOne } from '../people/store/user-rights.ts';
import type { Finding } from './finding.ts';

export async function checkMoney(db: Database, environment: Environment): Promise<Finding[]> {
  return [...(await checkCurrency(db, environment)), ...(await checkSecondPerson(db, environment))];
}

async function checkCurrency(db: Database, { CURRENCY }: Environment): Promise<Finding[]> {
  const stored = await findOtherCurrency(db, CURRENCY);
  if (stored === null) return [];
  const what = `The amounts in this database are in ${stored}, and no server starts on it with ${CURRENCY}.`;
  return [{ about: 'CURRENCY', what, mend: `Set CURRENCY=${stored}, or use an empty database.` }];
}

/** Before the first manager nobody could pay anything, either. */
async function checkSecondPerson(db: Database, { SECOND_PERSON_ABOVE }: Environment): Promise<Finding[]> {
  if (SECOND_PERSON_ABOVE === null) return [];
  if (!(await isOnlyOne(db, ROLES_OF_CALLS['transactionAdmin.decide']))) return [];
  const what = `What is over ${SECOND_PERSON_ABOVE} waits for a second person, and there is only one who may agree.`;
  const mend = 'Invite another manager or accountant, or set SECOND_PERSON_ABOVE=none.';
  return [{ about: 'SECOND_PERSON_ABOVE', what, mend }];
}
