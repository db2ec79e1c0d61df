/** What pages ask of the brand’s settings, and change. Values are as the environment would have them. */
import * as v from 'valibot';
import { calendarDay, strictInput } from '../field-schemas.ts';
import { SETTING_KEYS } from './brand-settings.ts';

export const MAX_SETTING_LENGTH = 5_000;

const KeySchema = v.picklist(SETTING_KEYS, 'This setting doesn’t exist.');
const valueSchema = v.nullable(
  v.pipe(
    v.string('A setting must be text.'),
    v.maxLength(MAX_SETTING_LENGTH, 'A setting can have at most 5,000 characters.'),
    v.check(
      (text) => text.isWellFormed() && !/\p{Cc}/u.test(text),
      'This text has characters that can’t be used, such as a line break.',
    ),
  ),
);

export const SettingChangeSchema = strictInput({
  key: KeySchema,
  /** Null: as if nobody had set it. */
  value: valueSchema,
  /** Only for settings that count from a day on; missing: from today. */
  from: v.optional(calendarDay('From')),
  /** Takes back what was to count from that day. */
  isWithdrawn: v.optional(v.literal(true)),
});
export type SettingChange = v.InferOutput<typeof SettingChangeSchema>;

/** What becomes of regular pickups on a new day off. */
export const PICKUP_MOVES = ['cancel', 'move'] as const;
export type PickupMove = (typeof PICKUP_MOVES)[number];

export const SettingChangesSchema = strictInput({
  pickups: v.optional(v.picklist(PICKUP_MOVES, 'Pickups are cancelled or moved.'), 'cancel'),
  changes: v.pipe(
    v.array(SettingChangeSchema, 'Changes must be a list.'),
    v.minLength(1, 'Change something first.'),
    v.maxLength(SETTING_KEYS.length, 'These are too many changes at once.'),
  ),
});
export type SettingChanges = v.InferOutput<typeof SettingChangesSchema>;

const LaterSchema = v.object({ from: v.string(), value: v.nullable(v.string()) });

export const SettingSchema = v.object({
  key: KeySchema,
  /** What counts today; empty if there is none. */
  value: v.string(),
  usual: v.string(),
  /** `server`: the environment says it, and nobody can change it here. */
  source: v.picklist(['server', 'brand', 'usual']),
  /** The first day of what counts today, where that matters. */
  since: v.nullable(v.string()),
  later: v.array(LaterSchema),
  /** Who saved it last, when, and what it was before. */
  changed: v.nullable(v.object({ by: v.string(), at: v.string(), before: v.nullable(v.string()) })),
  /** Another person has to save the same before it counts. */
  waiting: v.nullable(v.object({ value: v.nullable(v.string()), by: v.string(), isOwn: v.boolean() })),
});
export type Setting = v.InferOutput<typeof SettingSchema>;

export const SettingEffectsSchema = v.object({
  effects: v.array(v.string()),
  doubts: v.array(v.string()),
  /** Regular pickups that are on new days off. */
  pickups: v.number(),
});
export type SettingEffects = v.InferOutput<typeof SettingEffectsSchema>;
