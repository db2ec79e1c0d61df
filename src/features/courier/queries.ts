import { defineQuery } from '../../api/define-query.ts';
import { checkReadiness } from './readiness.ts';

export const readinessQuery = defineQuery({ name: 'readiness', store: 'nowhere', ask: checkReadiness, staleTime: 0 });
