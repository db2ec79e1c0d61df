import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const settingsQuery = defineQuery({
  name: 'settings',
  title: 'Settings',
  ask: () => trpc.settings.get.query(),
});

export const brandFilesQuery = defineQuery({
  name: 'brand-files',
  title: 'Settings',
  ask: () => trpc.settings.getFiles.query(),
});
