import type { User } from '../../src/domain/user.ts';
import type { Environment } from '../config/env.ts';

/** Whether this site asks a person for a second factor. */
export const needsSecondFactor = (
  { REQUIRE_SECOND_FACTOR }: Pick<Environment, 'REQUIRE_SECOND_FACTOR'>,
  { header }: Pick<User, 'header'>,
): boolean => REQUIRE_SECOND_FACTOR === 'managers' && header;

/** Whether this session has to bring one before it does anything. */
export const lacksSecondFactor = (
  environment: Pick<Environment, 'REQUIRE_SECOND_FACTOR'>,
  { user, hasSecondFactor }: { user: Pick<User, 'header'>; hasSecondFactor: boolean },
): boolean => !hasSecondFactor && needsSecondFactor(environment, user);
