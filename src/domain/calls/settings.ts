import * as v from 'valibot';
import { BrandFilesSchema, SaveBrandFileSchema } from '../settings/brand-files.ts';
import { SetUpSchema } from '../settings/set-up.ts';
import { SettingChangesSchema, SettingEffectsSchema, SettingSchema } from '../settings/settings.ts';
import { doneOutput, mutation, NOTHING, query } from './call.ts';

export const settingsCalls = {
  get: query(NOTHING, v.array(SettingSchema)),
  getSetUp: query(NOTHING, SetUpSchema),
  getFiles: query(NOTHING, BrandFilesSchema),
  saveFile: mutation(SaveBrandFileSchema, doneOutput),
  preview: query(SettingChangesSchema, SettingEffectsSchema),
  save: mutation(SettingChangesSchema, doneOutput),
};
