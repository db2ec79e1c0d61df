import type { ChoiceKind, Rating } from '../../domain/choices.ts';
import type { IconName } from '../../ui/icon.tsx';

export const KIND_LABELS: Record<ChoiceKind, string> = {
  note: 'Leave a note for the courier',
  'safe-place': 'Leave it in a safe place',
  neighbour: 'Leave it with a neighbour',
  day: 'Deliver on another day',
  hold: 'Hold it at the depot',
  address: 'Deliver to another address',
};

export const RATING_LABELS: Record<Rating['kind'], string> = {
  'went-well': 'It went well',
  'went-badly': 'It went badly',
};

export const KIND_ICONS: Record<ChoiceKind, IconName> = {
  note: 'pencil',
  'safe-place': 'package-check',
  neighbour: 'user-plus',
  day: 'clock',
  hold: 'warehouse',
  address: 'map-pin-plus',
};
