/** Figures of days: what was added up, and the changes that are not yet. */
import type { FigureStep, Measure } from '../../../src/domain/reports/figures.ts';

/** Everyone, some or all couriers, customers or districts, or one customer. */
export type FiguresOf =
  | { subject: 'all' | 'courier' | 'customer' | 'district'; ids?: readonly string[] | undefined }
  | { subject: 'customer' | 'customer-district'; ownerId: string };

export type PointsOf = FiguresOf & { measure: Measure; from: string; to: string; step: FigureStep };
