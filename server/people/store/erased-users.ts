import { eq } from 'drizzle-orm';
import type { ProfileFields } from '../../../src/domain/user.ts';
import type { Transaction } from '../../base/database/client.ts';
import { users } from '../../base/database/tables/users.ts';

export const EMPTY_PROFILE = {
  firstName: '',
  lastName: '',
  phone: null,
  dob: null,
  address: '',
  city: '',
  state: '',
  nationality: '',
  doorNote: '',
  csvStyle: 'comma',
  digest: 'hour',
} as const satisfies Record<keyof ProfileFields, string | null>;

export async function setEraseOn(tx: Transaction, id: string, eraseOn: string | null): Promise<void> {
  await tx.update(users).set({ eraseOn }).where(eq(users.id, id));
}
