import * as v from 'valibot';
import { SetUpSchema } from '../settings/set-up.ts';
import { SettingChangesSchema, SettingEffectsSchema, SettingSchema } from '../settings/settings.ts';
import { doneOutput, mutation, NOTHING, query } from './call.ts';

export const settingsCalls = {
  get: query(NOTHING, v.array(SettingSchema)),
  getSetUp: query(NOTHING, SetUpSchema),
  preview: query(SettingChangesSchema, SettingEffectsSchema),
  save: mutation(SettingChangesSchema, doneOutput),
};
