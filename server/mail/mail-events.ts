import type { Factor } from '../../src/domain/mail.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';

interface Owner {
  id: string;
  email: string;
}

export async function mailPasswordChanged(unit: UnitOfWork, { id: userId, email: receiver }: Owner): Promise<void> {
  await unit.mail({ kind: 'password-changed', receiver, about: { userId, at: new Date().toISOString() } });
}

export async function mailFactor(
  unit: UnitOfWork,
  kind: 'factor-added' | 'factor-removed',
  { id: userId, email: receiver }: Owner,
  { factor, name = '' }: { factor: Factor; name?: string },
): Promise<void> {
  const about = { userId, factor, name, at: new Date().toISOString() };
  await unit.mail({ kind, receiver, about });
}
