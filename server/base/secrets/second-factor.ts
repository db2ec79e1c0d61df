import type { User } from '../../../src/domain/user.ts';
import type { Environment } from '../config/env.ts';

export const needsSecondFactor = (
  { REQUIRE_SECOND_FACTOR }: Pick<Environment, 'REQUIRE_SECOND_FACTOR'>,
  { header }: Pick<User, 'header'>,
): boolean => REQUIRE_SECOND_FACTOR === 'managers' && header;

export const lacksSecondFactor = (
  environment: Pick<Environment, 'REQUIRE_SECOND_FACTOR'>,
  { user, hasSecondFactor }: { user: Pick<User, 'header'>; hasSecondFactor: boolean },
): boolean => !hasSecondFactor && needsSecondFactor(environment, user);
