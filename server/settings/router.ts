import { settingsCalls } from '../../src/domain/calls/settings.ts';
import { change, read, readWith } from '../gate/endings.ts';
import { provedMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getBrandFiles, saveBrandFile } from './brand-files.ts';
import { getSetUp } from './get-set-up.ts';
import { getSettings } from './get-settings.ts';
import { saveSettings } from './save-settings.ts';
import { previewSettings } from './setting-effects.ts';

export const settingsRouter = router({
  get: roleProcedure(settingsCalls.get).query(({ ctx: { services, signedIn } }) =>
    getSettings(services, signedIn.user.id),
  ),

  getSetUp: roleProcedure(settingsCalls.getSetUp).query(read(getSetUp)),

  getFiles: roleProcedure(settingsCalls.getFiles).query(({ ctx: { services } }) => getBrandFiles(services)),

  saveFile: provedMutation(settingsCalls.saveFile).mutation(change(saveBrandFile)),

  preview: roleProcedure(settingsCalls.preview).query(readWith(previewSettings)),

  save: provedMutation(settingsCalls.save).mutation(change(saveSettings)),
});
